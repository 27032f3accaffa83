import {
  MAX_VIEW_NAME_CHARACTERS,
  MAX_VIEW_PARAM_CHARACTERS,
  TOO_LONG,
  VIEW_NAME_REQUIRED,
} from '@luit/contracts/auth/limits';
import { OPERATOR_LIST_NAMES, type OperatorListName } from '@luit/contracts/auth/operator-lists';
import { BooleanField, ChoiceField, ObjectField, TextField } from '../../http/fields';

const NAME = { message: VIEW_NAME_REQUIRED, max: MAX_VIEW_NAME_CHARACTERS, tooLong: TOO_LONG };
const PARAMS = {
  description: `Search (\`q\`), \`sort\` and filters, as the query of the list has them; each at most ${MAX_VIEW_PARAM_CHARACTERS} characters`,
  example: { status: 'failed', within: '24h' },
};
const SHARED = { description: 'Whether all operators see it whose role includes the list' };

export class SavedViewsQuery {
  @ChoiceField(OPERATOR_LIST_NAMES)
  list!: OperatorListName;
}

export class SavedViewDto {
  @ChoiceField(OPERATOR_LIST_NAMES)
  list!: OperatorListName;

  @TextField(NAME)
  name!: string;

  @ObjectField(PARAMS)
  params!: Record<string, string>;

  @BooleanField(SHARED)
  isShared!: boolean;
}

export class SavedViewChangeDto {
  @TextField({ ...NAME, min: 1, isOptional: true })
  name?: string;

  @ObjectField({ ...PARAMS, isOptional: true })
  params?: Record<string, string>;

  @BooleanField({ ...SHARED, isOptional: true })
  isShared?: boolean;
}
