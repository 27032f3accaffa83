import { billingCalls } from '@luit/contracts/billing';
import { generationCalls } from '@luit/contracts/generation';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AccountClosingEntity } from './account-closing.entity';
import { AnonymisingService } from './anonymising.service';
import type { ClosingStep } from './closing-states';

type Closing = Pick<AccountClosingEntity, 'userId' | 'wantsRefund'>;

/**
 * What each step of a closing does, by a call to whoever owns it. Every call is idempotent and says what is left, so a step
 * is begun again after a crash, and asked again until it is done.
 */
@Injectable()
export class ClosingSteps {
  constructor(
    private readonly calls: CallClient,
    private readonly anonymising: AnonymisingService,
  ) {}

  /** True once the step is done. */
  async take(step: ClosingStep, { userId, wantsRefund }: Closing): Promise<boolean> {
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
      case 'lapsing':
        await this.calls.call(billingCalls.lapseCredits, { userId });
        return true;
      case 'deleting_files':
        return (await this.calls.call(generationCalls.eraseRequests, { userId })).left === 0;
      case 'anonymising':
        await this.anonymising.anonymise(userId);
        return true;
    }
  }

  /** Refuses holds, orders and grants from the first time on. */
  private async held(userId: string): Promise<number> {
    return (await this.calls.call(billingCalls.closeAccount, { userId })).held;
  }

  /** Cancels what was accepted meanwhile, too. */
  private async unfinished(userId: string): Promise<number> {
    return (await this.calls.call(generationCalls.closeAccount, { userId })).unfinished;
  }
}
