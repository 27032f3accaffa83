import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AccountDeletionEntity } from './account-deletion.entity';
import { AnonymizationService } from './anonymization.service';
import type { DeletionStep } from './deletion-states';

type Closing = Pick<AccountDeletionEntity, 'userId' | 'wantsRefund'>;

/**
 * What each step of a closing does, by a call to whoever owns it. Every call is idempotent and says what is left, so a step
 * is begun again after a crash, and asked again until it is done.
 */
@Injectable()
export class DeletionStepsService {
  constructor(
    private readonly calls: CallClient,
    private readonly anonymizing: AnonymizationService,
  ) {}

  /** True once the step is done. */
  async take(step: DeletionStep, { userId, wantsRefund }: Closing): Promise<boolean> {
    switch (step) {
      case 'closing':
        await this.held(userId);
        return true;
      case 'canceling_jobs':
        await this.unfinished(userId);
        return true;
      case 'awaiting_holds':
        return (await this.unfinished(userId)) === 0 && (await this.held(userId)) === 0;
      case 'refunding':
        if (wantsRefund) await this.calls.call(billingCalls.refundUnusedCredits, { userId });
        return true;
      case 'forfeiting_credits':
        await this.calls.call(billingCalls.forfeitCredits, { userId });
        return true;
      case 'deleting_files':
        return (await this.calls.call(generationCalls.eraseRequests, { userId })).left === 0;
      case 'anonymizing':
        await this.anonymizing.anonymise(userId);
        return true;
    }
  }

  /** Refuses holds, orders and grants from the first time on. */
  private async held(userId: string): Promise<number> {
    return (await this.calls.call(billingCalls.freezeAccount, { userId })).held;
  }

  /** Cancels what was accepted meanwhile, too. */
  private async unfinished(userId: string): Promise<number> {
    return (await this.calls.call(generationCalls.cancelUserRequests, { userId })).unfinished;
  }
}
