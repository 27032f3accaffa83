import { generationCalls } from '@luit/contracts/generation/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AccountDeletionsService } from './account-deletions.service';

@Controller()
export class AccountDeletionsController {
  constructor(private readonly accountDeletions: AccountDeletionsService) {}

  @OnCall(generationCalls.cancelUserRequests)
  cancelRequests({ userId }: { userId: string }): Promise<{ unfinished: number }> {
    return this.accountDeletions.cancelRequests(userId);
  }
}
