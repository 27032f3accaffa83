import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type Delivery, WebhooksService } from './webhooks.service';

@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @OnCall(billingCalls.receiveWebhook)
  receiveWebhook(delivery: Delivery): Promise<{ isDuplicate: boolean }> {
    return this.webhooks.receive(delivery);
  }
}
