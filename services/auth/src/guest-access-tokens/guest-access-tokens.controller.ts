import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { GuestAccessTokensService } from './guest-access-tokens.service';

@Controller()
export class GuestAccessTokensController {
  constructor(private readonly tokens: GuestAccessTokensService) {}

  @OnCall(authCalls.issueGuestToken)
  issueGuestToken({ requestId, accountId }: { requestId: string; accountId: string }): Promise<{ claimToken: string }> {
    return Promise.resolve({ claimToken: this.tokens.issue(requestId, accountId) });
  }
}
