import { IdField, IntegerField, TextField } from './fields';

const PAGE_SIZE = { min: 1, max: 100, default: 20, isQuery: true };

/** Cursor pagination: page size and the position after which the page starts. */
export class PageQuery {
  @IntegerField(PAGE_SIZE)
  limit = 20;

  @TextField({ max: 256, isOptional: true })
  cursor?: string;
}

/** Cursor pagination by the id of the last item. */
export class IdPageQuery {
  @IntegerField(PAGE_SIZE)
  limit = 20;

  @IdField({ isOptional: true, description: 'Id of the last item of the previous page' })
  cursor?: string;
}
