import { ChoiceField, ReasonField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class ApprovalsQuery extends IdPageQuery {
  @ChoiceField(['pending', 'all'], { isOptional: true, default: 'all' })
  state?: 'pending' | 'all';
}

export class DeclineDto {
  @ReasonField()
  reason!: string;
}
