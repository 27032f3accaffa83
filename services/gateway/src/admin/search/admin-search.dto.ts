import { INPUT_LIMITS, SEARCH_TOO_LONG } from '@luit/contracts/auth/limits';
import { TextField } from '../../http/fields';

export class SearchQuery {
  @TextField({
    min: 2,
    max: INPUT_LIMITS.search,
    tooLong: SEARCH_TOO_LONG,
    description: 'The start of an address or a name, or a full id',
  })
  q!: string;
}
