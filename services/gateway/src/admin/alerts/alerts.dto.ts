import { MUTE_MINUTES } from '@luit/contracts/alerts/alerts';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { ChoiceField, IntegerField, ReasonField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const STATES = ['open', 'closed'] as const;

export class AlertsQuery extends IdPageQuery {
  @ChoiceField(STATES, { isOptional: true })
  state?: (typeof STATES)[number];
}

export class AcknowledgeDto {
  @TextField({ isOptional: true, max: INPUT_LIMITS.reason, description: 'For other operators' })
  note?: string;
}

export class MuteDto {
  @IntegerField({ ...MUTE_MINUTES, message: 'An alert can be muted for 5 minutes to 7 days' })
  minutes!: number;

  @ReasonField()
  reason!: string;
}
