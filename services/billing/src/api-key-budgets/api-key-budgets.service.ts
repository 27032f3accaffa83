import { accountsOf } from '@luit/contracts/auth/test-accounts';
import type { ApiKeyBudget } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { toLedgerError } from '../ledger/ledger.errors';

const ALLOWANCES = `
  SELECT key_id AS "keyId", monthly_credits::float8 AS "monthlyCredits", total_credits::float8 AS "totalCredits",
         used_this_month::float8 AS "usedThisMonth", used::float8, budget_resets_at() AS "resetsAt"
    FROM api_key_allowances`;

/** Spending limits of users' API keys, and what the keys have spent. */
@Injectable()
export class ApiKeyBudgetsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** @throws LuitError `forbidden` for the key of another account, `account_closed` */
  @OnCall(billingCalls.setApiKeyBudget)
  async set(input: RequestOf<typeof billingCalls.setApiKeyBudget>): Promise<ApiKeyBudget> {
    const { keyId, userId, ...limits } = input;
    return this.database.transaction(async (manager) => {
      await manager
        .query(`SELECT set_api_key_budget($1, $2, $3)`, [keyId, userId, JSON.stringify(limits)])
        .catch((error: unknown) => {
          throw toLedgerError(error);
        });
      const [budget] = await read(manager, 'key_id', [keyId]);
      return budget!;
    });
  }

  /** Test keys are included; their budgets belong to the user's test account. */
  @OnCall(billingCalls.listApiKeyBudgets)
  async list({ userId }: RequestOf<typeof billingCalls.listApiKeyBudgets>): Promise<{
    budgets: ApiKeyBudget[];
    testCreditsPerDay: number;
  }> {
    const budgets = await read(this.database.manager, 'user_id', accountsOf(userId));
    return { budgets, testCreditsPerDay: this.config.testCreditsPerDay };
  }
}

async function read(manager: EntityManager, column: 'key_id' | 'user_id', ids: string[]): Promise<ApiKeyBudget[]> {
  const rows = await manager.query<WithDates<ApiKeyBudget, 'resetsAt'>[]>(
    `${ALLOWANCES} WHERE ${column} = ANY ($1::uuid[]) ORDER BY key_id`,
    [ids],
  );
  return rows.map(withIsoTimes);
}
