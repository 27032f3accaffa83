import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService } from '../mails/mails.service';
import { GuestAccessTokensService } from './guest-access-tokens.service';

@Controller()
export class GuestAccessTokensController {
  constructor(
    private readonly tokens: GuestAccessTokensService,
    private readonly mails: MailsService,
  ) {}

  @OnCall(authCalls.issueGuestToken)
  issueGuestToken({ requestId, accountId }: { requestId: string; accountId: string }): Promise<{ claimToken: string }> {
    return Promise.resolve({ claimToken: this.tokens.issue(requestId, accountId) });
  }

  @OnEvent(billingEvents.videoPaid)
  async videoPaid({ email, requestId, accountId }: PaidVideo, manager: EntityManager): Promise<void> {
    if (email) await this.mails.queueGuestAccess(manager, email, { requestId, accountId });
  }
}
