import type { BalanceLow, CreditsExpiring } from '@luit/contracts/billing/credit-notices';
import { billingEvents } from '@luit/contracts/billing/messages';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService, type UserNotice } from '../../records/queued-mails/mails.service';
import { WebPushMessagesService } from '../web-push/web-push-messages.service';
import { WebhookDeliveriesService } from '../webhooks/webhook-deliveries.service';

/** Notifies owners of their credits by mail and web push, and of a low balance by webhook, once per notice of billing. */
@Injectable()
export class CreditNoticeMailer {
  constructor(
    private readonly mails: MailsService,
    private readonly webPushes: WebPushMessagesService,
    private readonly webhooks: WebhookDeliveriesService,
  ) {}

  @OnEvent(billingEvents.creditsExpiring)
  queueExpiring({ noticeId: id, userId, ...values }: CreditsExpiring, manager: EntityManager): Promise<void> {
    const details = { ...values, credits: String(values.credits) };
    return this.queue({ id, userId, kind: 'credits_expiring', details }, manager);
  }

  @OnEvent(billingEvents.balanceLow)
  async queueLow(notice: BalanceLow, manager: EntityManager): Promise<void> {
    const { noticeId, userId, available, lastRequestCredits } = notice;
    const details = { noticeId, available: String(available), lastRequestCredits: String(lastRequestCredits) };
    await this.queue({ id: noticeId, userId, kind: 'balance_low', details }, manager);
    await this.webhooks.queueLowBalance(notice, manager);
  }

  private async queue(notice: UserNotice, manager: EntityManager): Promise<void> {
    await this.mails.queueNotice(manager, notice);
    await this.webPushes.queue(manager, notice);
  }
}
