import { ChoiceField } from '../../http/fields';
import { PageQuery } from '../../http/page-query';

const STATES = ['open', 'closed'] as const;

export class AlertsQuery extends PageQuery {
  @ChoiceField(STATES, { isOptional: true })
  state?: (typeof STATES)[number];
}
