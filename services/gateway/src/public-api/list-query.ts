import { ChoiceField, IdField, IntegerField } from '../http/fields';

/** Pages of a list, by the id of the last item. */
export class AfterQuery {
  @IntegerField({ min: 1, max: 100, default: 20, isQuery: true })
  limit = 20;

  @IdField({ isOptional: true, description: 'The id of the last item of the previous page' })
  after?: string;
}

export class ListQuery extends AfterQuery {
  @ChoiceField(['asc', 'desc'], { default: 'desc', description: 'By the time of creation' })
  order: 'asc' | 'desc' = 'desc';
}
