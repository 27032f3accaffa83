import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { InvoicesService } from '../invoices/invoices.service';
import { LedgerService } from '../ledger/ledger.service';
import { type UnusedCredits, UnusedCreditsService } from './unused-credits.service';

/** The billing steps of an account deletion, which auth runs in this order. */
@Controller()
export class AccountDeletionsController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly unused: UnusedCreditsService,
    private readonly invoices: InvoicesService,
  ) {}

  @OnCall(billingCalls.freezeAccount)
  freezeAccount({ userId }: { userId: string }): Promise<{ held: number }> {
    return this.ledger.close(userId);
  }

  @OnCall(billingCalls.quoteUnusedCredits)
  quoteUnusedCredits({ userId }: { userId: string }): Promise<UnusedCredits> {
    return this.unused.quote(userId);
  }

  @OnCall(billingCalls.refundUnusedCredits)
  refundUnusedCredits({ userId }: { userId: string }): Promise<UnusedCredits> {
    return this.unused.refund(userId);
  }

  @OnCall(billingCalls.forfeitCredits)
  async forfeitCredits({ userId }: { userId: string }): Promise<{ forfeited: number }> {
    // After this step, auth anonymizes the account, and the buyer's name can no longer be looked up.
    await this.invoices.issueAllDue(userId);
    return this.ledger.forfeit(userId);
  }
}
