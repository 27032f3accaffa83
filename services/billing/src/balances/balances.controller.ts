import type { Balance, CreditCheck } from '@luit/contracts/billing/balances';
import { billingCalls } from '@luit/contracts/billing/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import type { Posting } from '../ledger/ledger.service';
import { BalancesService } from './balances.service';

@Controller()
export class BalancesController {
  constructor(private readonly balances: BalancesService) {}

  @OnCall(billingCalls.getBalance)
  getBalance(request: { userId: string }): Promise<Balance> {
    return this.balances.balanceOf(request);
  }

  @OnCall(billingCalls.getCredits)
  getCredits(request: { userIds: string[] }): Promise<{ credits: Record<string, number> }> {
    return this.balances.creditsOf(request);
  }

  @OnCall(billingCalls.checkCredits)
  checkCredits(request: { userId: string; requiredCredits: number }): Promise<CreditCheck> {
    return this.balances.check(request);
  }

  @OnCall(billingCalls.deductCredits)
  deductCredits(request: {
    userId: string;
    credits: number;
    reason: string;
    idempotencyKey: string;
  }): Promise<Posting> {
    return this.balances.deduct(request);
  }
}
