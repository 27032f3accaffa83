import { disputeState, type DisputeState } from '@luit/contracts/billing/disputes';
import { ChoiceField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class DisputesQuery extends IdPageQuery {
  @ChoiceField(disputeState.options, { isOptional: true })
  state?: DisputeState;

  @TextField({
    isOptional: true,
    max: 200,
    tooLong: 'This search is too long',
    description: 'Id of the dispute or its payment',
  })
  q?: string;
}
