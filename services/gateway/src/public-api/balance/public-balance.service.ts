import { billingCalls } from '@luit/contracts/billing/messages';
import { toPublicApiKeyBudget } from '@luit/contracts/http/api-key-budgets';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { ApiClient } from '../../access/identities/api-key.guard';
import type { PublicBalance } from './public-balance';

@Injectable()
export class PublicBalanceService {
  constructor(private readonly calls: CallClient) {}

  async get({ id: userId, keyId }: ApiClient): Promise<PublicBalance> {
    const [{ available, held }, { budgets }] = await Promise.all([
      this.calls.call(billingCalls.getBalance, { userId }),
      this.calls.call(billingCalls.listApiKeyBudgets, { userId }),
    ]);
    const budget = budgets.find((each) => each.keyId === keyId);
    return { object: 'balance', available, held, budget: budget ? toPublicApiKeyBudget(budget) : null };
  }
}
