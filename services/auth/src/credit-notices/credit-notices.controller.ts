import type { BalanceLow, CreditsExpiring } from '@luit/contracts/billing/credit-notices';
import { billingEvents } from '@luit/contracts/billing/messages';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { WebhookDeliveriesService } from '../webhooks/webhook-deliveries.service';
import { CreditNoticeMailer } from './credit-notice-mailer';

@Controller()
export class CreditNoticesController {
  constructor(
    private readonly mailer: CreditNoticeMailer,
    private readonly webhooks: WebhookDeliveriesService,
  ) {}

  @OnEvent(billingEvents.creditsExpiring)
  creditsExpiring(notice: CreditsExpiring, manager: EntityManager): Promise<void> {
    return this.mailer.queueExpiring(notice, manager);
  }

  @OnEvent(billingEvents.balanceLow)
  async balanceLow(notice: BalanceLow, manager: EntityManager): Promise<void> {
    await this.mailer.queueLow(notice, manager);
    await this.webhooks.queueLowBalance(manager, notice);
  }
}
