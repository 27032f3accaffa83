import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { InvoicesService } from '../invoices/invoices.service';
import { LedgerService } from '../ledger/ledger.service';
import { type UnusedCredits, UnusedCreditsService } from './unused-credits.service';

/** Billing's part in closing an account. */
@Controller()
export class AccountDeletionsController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly unused: UnusedCreditsService,
    private readonly invoices: InvoicesService,
  ) {}

  @OnCall(billingCalls.freezeAccount)
  close({ userId }: { userId: string }): Promise<{ held: number }> {
    return this.ledger.close(userId);
  }

  @OnCall(billingCalls.quoteUnusedCredits)
  quoteUnused({ userId }: { userId: string }): Promise<UnusedCredits> {
    return this.unused.quote(userId);
  }

  @OnCall(billingCalls.refundUnusedCredits)
  refundUnused({ userId }: { userId: string }): Promise<UnusedCredits> {
    return this.unused.refund(userId);
  }

  @OnCall(billingCalls.forfeitCredits)
  async lapse({ userId }: { userId: string }): Promise<{ forfeited: number }> {
    // The last step in which auth still knows the buyer.
    await this.invoices.issueAllOf(userId);
    return this.ledger.lapse(userId);
  }
}
