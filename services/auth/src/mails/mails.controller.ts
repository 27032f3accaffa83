import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService } from './mails.service';

@Controller()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @OnCall(authCalls.renderMail)
  render({ mailId }: { mailId: string }): Promise<RenderedMail | null> {
    return this.mails.render(mailId);
  }

  @OnEvent(billingEvents.videoPaid)
  async videoPaid({ email, requestId, accountId, orderId }: PaidVideo, manager: EntityManager): Promise<void> {
    const details = { requestId, accountId, ...(orderId && { orderId }) };
    if (email) await this.mails.queueGuestAccess(manager, email, details);
  }

  @OnCall(authCalls.markMailSent)
  async markSent({ mailId }: { mailId: string }): Promise<Record<string, never>> {
    await this.mails.markSent(mailId);
    return {};
  }
}
