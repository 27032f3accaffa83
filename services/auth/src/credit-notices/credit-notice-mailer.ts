import type { BalanceLow, CreditsExpiring } from '@luit/contracts/billing/credit-notices';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService, type UserNotice } from '../mails/mails.service';
import { WebPushMessagesService } from '../web-push/web-push-messages.service';

/** Notifies owners of their credits by mail and web push, once per notice of billing. */
@Injectable()
export class CreditNoticeMailer {
  constructor(
    private readonly mails: MailsService,
    private readonly webPushes: WebPushMessagesService,
  ) {}

  queueExpiring({ noticeId: id, userId, ...values }: CreditsExpiring, manager: EntityManager): Promise<void> {
    const details = { ...values, credits: String(values.credits) };
    return this.queue({ id, userId, kind: 'credits_expiring', details }, manager);
  }

  queueLow({ noticeId, userId, available, lastRequestCredits }: BalanceLow, manager: EntityManager): Promise<void> {
    const details = { noticeId, available: String(available), lastRequestCredits: String(lastRequestCredits) };
    return this.queue({ id: noticeId, userId, kind: 'balance_low', details }, manager);
  }

  private async queue(notice: UserNotice, manager: EntityManager): Promise<void> {
    await this.mails.queueNotice(manager, notice);
    await this.webPushes.queue(manager, notice);
  }
}
