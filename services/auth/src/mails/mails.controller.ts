import type { MailDetails, MailRow, RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type MailFilter, MailListsService, type MailPage } from './mail-lists.service';
import { MailResendsService } from './mail-resends.service';
import { MailsService } from './mails.service';

@Controller()
export class MailsController {
  constructor(
    private readonly mails: MailsService,
    private readonly lists: MailListsService,
    private readonly resends: MailResendsService,
  ) {}

  @OnCall(authCalls.renderMail)
  render({ mailId }: { mailId: string }): Promise<RenderedMail | null> {
    return this.mails.render(mailId);
  }

  @OnCall(authCalls.listMails)
  list(request: MailFilter): Promise<MailPage> {
    return this.lists.list(request);
  }

  @OnCall(authCalls.getMail)
  get(request: { mailId: string }): Promise<MailDetails> {
    return this.lists.get(request);
  }

  @OnCall(authCalls.resendMail)
  async resend(request: RequestOf<typeof authCalls.resendMail>): Promise<Record<string, never>> {
    await this.resends.resend(request);
    return {};
  }

  @OnCall(authCalls.recordMailFailure)
  async recordFailure({ mailId, error }: { mailId: string; error: string }): Promise<Record<string, never>> {
    await this.mails.recordFailure(mailId, error);
    return {};
  }

  @OnCall(authCalls.listOrderMails)
  ofOrder(request: { orderId: string; refundIds: string[] }): Promise<{ mails: MailRow[] }> {
    return this.lists.ofOrder(request);
  }

  @OnCall(authCalls.markMailSent)
  async markSent({ mailId }: { mailId: string }): Promise<Record<string, never>> {
    await this.mails.markSent(mailId);
    return {};
  }
}
