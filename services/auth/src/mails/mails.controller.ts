import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type EndedRequest, MailsService } from './mails.service';

@Controller()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @OnCall(authCalls.renderMail)
  render({ mailId }: { mailId: string }): Promise<RenderedMail | null> {
    return this.mails.render(mailId);
  }

  @OnCall(authCalls.sendCompletionMail)
  async sendCompletionMail(ended: EndedRequest): Promise<Record<string, never>> {
    await this.mails.postRequestEnded(ended);
    return {};
  }

  @OnCall(authCalls.markMailSent)
  async markSent({ mailId }: { mailId: string }): Promise<Record<string, never>> {
    await this.mails.markSent(mailId);
    return {};
  }
}
