import { CALLBACK_STATES, type CallbackState } from '@luit/contracts/operations/provider-callbacks';
import { ChoiceField, ReasonField, TextField, TimeField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class CallbacksQuery extends IdPageQuery {
  @TextField({ isOptional: true, max: 200, description: 'Id of a provider task, a job or an event' })
  q?: string;

  @TextField({ isOptional: true, max: 64 })
  provider?: string;

  @ChoiceField(CALLBACK_STATES, { isOptional: true, description: '`unneeded`: the job ended before a worker read it' })
  state?: CallbackState;

  @TimeField({ isOptional: true, description: 'Received at this time or later' })
  from?: string;

  @TimeField({ isOptional: true, description: 'Received before this time' })
  to?: string;
}

export class CallbackReplayDto {
  @ReasonField()
  reason!: string;
}
