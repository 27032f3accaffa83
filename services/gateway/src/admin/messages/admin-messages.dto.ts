import { BooleanField, ChoiceField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const STATUSES = ['open', 'answered'] as const;

export class MessagesQuery extends IdPageQuery {
  @ChoiceField(STATUSES, { isOptional: true, message: 'status must be open or answered' })
  status?: (typeof STATUSES)[number];
}

export class MarkDto {
  @BooleanField({ message: 'answered must be true or false' })
  answered!: boolean;
}
