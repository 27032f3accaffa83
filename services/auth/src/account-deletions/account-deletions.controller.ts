import type { DeletionRequester } from '@luit/contracts/auth/account-deletion';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AccountDeletionsService } from './account-deletions.service';

@Controller()
export class AccountDeletionsController {
  constructor(private readonly deletions: AccountDeletionsService) {}

  @OnCall(authCalls.deleteAccount)
  async delete(request: {
    userId: string;
    by: DeletionRequester;
    wantsRefund: boolean;
  }): Promise<Record<string, never>> {
    await this.deletions.begin(request);
    return {};
  }
}
