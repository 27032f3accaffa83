import { accountsOf } from '@luit/contracts/auth/test-accounts';
import type { ApiKeyBudget } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Batcher } from '@luit/platform/database/batcher';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { toLedgerError } from '../ledger/ledger.errors';
import { TestCreditsService } from '../test-credits/test-credits.service';

interface Refusal {
  keyId: string;
  credits: number;
}

const ALLOWANCES = `
  SELECT key_id AS "keyId", monthly_credits::float8 AS "monthlyCredits", total_credits::float8 AS "totalCredits",
         used_this_month::float8 AS "usedThisMonth", used::float8, budget_resets_at() AS "resetsAt"
    FROM api_key_allowances`;

/** Spending limits of users' API keys, and what the keys have spent. */
@Injectable()
export class ApiKeyBudgetsService {
  /** Concurrent refusals share a statement. */
  private readonly refusals = new Batcher<Refusal, void>(async (refusals) => {
    const keys = refusals.map(({ keyId }) => keyId);
    const required = refusals.map(({ credits }) => credits);
    await this.database.query('SELECT announce_exhausted_budgets($1, $2)', [keys, required]);
    return refusals.map(() => undefined);
  });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly testCredits: TestCreditsService,
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

  /** Publishes that a budget did not cover the credits of a hold, unless that was published before. Idempotent. */
  announceExhausted(keyId: string, credits: number): Promise<void> {
    return this.refusals.add({ keyId, credits });
  }

  /** Test keys are included; their budgets belong to the user's test account. */
  @OnCall(billingCalls.listApiKeyBudgets)
  async list({ userId }: RequestOf<typeof billingCalls.listApiKeyBudgets>): Promise<{
    budgets: ApiKeyBudget[];
    testCreditsPerDay: number;
  }> {
    const budgets = await read(this.database.manager, 'user_id', accountsOf(userId));
    return { budgets, testCreditsPerDay: this.testCredits.perDay };
  }
}

async function read(manager: EntityManager, column: 'key_id' | 'user_id', ids: string[]): Promise<ApiKeyBudget[]> {
  const rows = await manager.query<WithDates<ApiKeyBudget, 'resetsAt'>[]>(
    `${ALLOWANCES} WHERE ${column} = ANY ($1::uuid[]) ORDER BY key_id`,
    [ids],
  );
  return rows.map(withIsoTimes);
}
