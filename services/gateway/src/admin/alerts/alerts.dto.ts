import { ChoiceField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const STATES = ['open', 'closed'] as const;

export class AlertsQuery extends IdPageQuery {
  @ChoiceField(STATES, { isOptional: true })
  state?: (typeof STATES)[number];
}
