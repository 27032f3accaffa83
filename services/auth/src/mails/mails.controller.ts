import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type FinishedRequest, MailsService } from './mails.service';

@Controller()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @OnCall(authCalls.renderMail)
  render({ mailId }: { mailId: string }): Promise<RenderedMail | null> {
    return this.mails.render(mailId);
  }

  @OnCall(authCalls.sendCompletionMail)
  async sendCompletionMail(request: FinishedRequest): Promise<Record<string, never>> {
    await this.mails.queueRequestFinished(request);
    return {};
  }

  @OnCall(authCalls.markMailSent)
  async markSent({ mailId }: { mailId: string }): Promise<Record<string, never>> {
    await this.mails.markSent(mailId);
    return {};
  }
}
