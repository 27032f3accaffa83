import { billingCalls } from '@luit/contracts/billing/messages';
import type { WebhookDetails, WebhookRow } from '@luit/contracts/billing/webhook-events';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import {
  WebhookEventsService,
  type WebhookFilter,
  type WebhookPage,
  type WebhookReplay,
} from './webhook-events.service';
import { type Delivery, WebhooksService } from './webhooks.service';

@Controller()
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly events: WebhookEventsService,
  ) {}

  @OnCall(billingCalls.receiveWebhook)
  receiveWebhook(delivery: Delivery): Promise<{ isDuplicate: boolean }> {
    return this.webhooks.receive(delivery);
  }

  @OnCall(billingCalls.listWebhooks)
  list(request: WebhookFilter): Promise<WebhookPage> {
    return this.events.list(request);
  }

  @OnCall(billingCalls.getWebhook)
  get(request: { id: string }): Promise<WebhookDetails> {
    return this.events.get(request);
  }

  @OnCall(billingCalls.replayWebhook)
  replay(request: WebhookReplay): Promise<{ outcome: WebhookRow['outcome'] }> {
    return this.events.replay(request);
  }
}
