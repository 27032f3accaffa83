import { accountsOf } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { AccountDeletionEntity } from './account-deletion.entity';
import { AnonymizationService } from './anonymization.service';
import type { DeletionStep } from './deletion-states';

type Deletion = Pick<AccountDeletionEntity, 'userId' | 'wantsRefund'>;

/**
 * Runs the steps of an account deletion, which include the test account, each by a call to the service that owns the data. Every call is
 * idempotent and returns the remaining work, so a step can be repeated after a crash and until it is complete.
 */
@Injectable()
export class DeletionStepsService {
  constructor(
    private readonly calls: CallClient,
    private readonly anonymization: AnonymizationService,
  ) {}

  /** Returns whether the step is complete. */
  async run(step: DeletionStep, { userId, wantsRefund }: Deletion): Promise<boolean> {
    switch (step) {
      case 'closing':
        await this.freezeCredits(userId);
        return true;
      case 'canceling_jobs':
        await this.cancelRequests(userId);
        return true;
      case 'awaiting_holds':
        return (await this.cancelRequests(userId)) === 0 && (await this.freezeCredits(userId)) === 0;
      case 'refunding':
        if (wantsRefund) await this.calls.call(billingCalls.refundUnusedCredits, { userId });
        return true;
      case 'forfeiting_credits':
        for (const accountId of accountsOf(userId)) {
          await this.calls.call(billingCalls.forfeitCredits, { userId: accountId });
        }
        return true;
      case 'deleting_files':
        return (await this.eraseRequests(userId)) === 0;
      case 'anonymizing':
        await this.anonymization.anonymize(userId);
        return true;
    }
  }

  /** Makes billing reject new holds, orders and grants. Returns the credits that jobs still hold. */
  private freezeCredits(userId: string): Promise<number> {
    return sumOf(userId, async (account) => (await this.calls.call(billingCalls.freezeAccount, account)).held);
  }

  /** Also cancels requests accepted since the last attempt. Returns how many are unfinished. */
  private cancelRequests(userId: string): Promise<number> {
    return sumOf(
      userId,
      async (account) => (await this.calls.call(generationCalls.cancelUserRequests, account)).unfinished,
    );
  }

  /** Returns how many requests are not erased yet. */
  private eraseRequests(userId: string): Promise<number> {
    return sumOf(userId, async (account) => (await this.calls.call(generationCalls.eraseRequests, account)).left);
  }
}

/** The sum over the account of the user and its test account. */
async function sumOf(userId: string, count: (account: { userId: string }) => Promise<number>): Promise<number> {
  const counts = await Promise.all(accountsOf(userId).map((accountId) => count({ userId: accountId })));
  return counts.reduce((sum, each) => sum + each, 0);
}
