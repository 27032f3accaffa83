import type { DeductionBody } from '@luit/contracts/billing/balances';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { TransactionsQuery } from '@luit/contracts/billing/transactions';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';

/** A user's credits. */
@Injectable()
export class CreditsService {
  constructor(private readonly calls: CallClient) {}

  async getBalance(userId: string) {
    return { message: 'Credit balance', ...(await this.calls.call(billingCalls.getBalance, { userId })) };
  }

  async listTransactions(userId: string, { limit, offset }: TransactionsQuery) {
    const page = await this.calls.call(billingCalls.listTransactions, { userId, limit, offset });
    return { message: 'Credit transactions', ...page };
  }

  async listLots(userId: string) {
    return { message: 'Credit lots', ...(await this.calls.call(billingCalls.listLots, { userId })) };
  }

  async getNotices(userId: string) {
    return { message: 'Credit notices', ...(await this.calls.call(billingCalls.getCreditNotices, { userId })) };
  }

  async check(userId: string, requiredCredits: number) {
    const check = await this.calls.call(billingCalls.checkCredits, { userId, requiredCredits });
    return { message: check.sufficient ? 'Enough credits' : 'Insufficient credits', ...check };
  }

  /** Deducts credits immediately. Without an idempotency key, every call is a separate deduction. */
  async deduct(userId: string, { credits, reason }: DeductionBody, idempotencyKey = uuidv7()) {
    const deduction = { userId, credits, reason, idempotencyKey };
    const { transactionId, balance } = await this.calls.call(billingCalls.deductCredits, deduction);
    return { message: 'Credits deducted', transactionId, ...balance };
  }
}
