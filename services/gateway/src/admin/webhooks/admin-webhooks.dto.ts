import { WEBHOOK_OUTCOMES } from '@luit/contracts/billing/webhook-events';
import { ChoiceField, ReasonField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class WebhooksQuery extends IdPageQuery {
  @ChoiceField(WEBHOOK_OUTCOMES, { isOptional: true })
  outcome?: (typeof WEBHOOK_OUTCOMES)[number];

  @TextField({
    isOptional: true,
    max: 200,
    tooLong: 'This search is too long',
    description: 'Id of the event, its payment or its order',
  })
  q?: string;
}

export class WebhookReplayDto {
  @ReasonField()
  reason!: string;
}
