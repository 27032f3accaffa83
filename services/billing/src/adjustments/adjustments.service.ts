import type { Balance } from '@luit/contracts/billing/balances';
import { correlation } from '@luit/platform/context';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { parseInput, id, idempotencyKey } from '../ledger/input';
import { toLedgerError } from '../ledger/ledger.errors';
import { writeOperatorAction } from '../operators/operator-actions';

/** As many as one posting may mean at most. */
const MAX_CREDITS = 1_000_000_000;
/** What people read in their statement; the operator's reason is for the audit log. */
const DESCRIPTION = 'Credits adjusted by Luit';

const adjustment = z.object({
  adminId: id,
  userId: id,
  credits: z.int().min(0).max(MAX_CREDITS),
  expectedCredits: z.int().min(0).max(MAX_CREDITS).optional(),
  reason: z.string().trim().min(1).max(500),
  idempotencyKey,
});

export type Adjustment = z.input<typeof adjustment>;

export interface Adjusted {
  /** Null where nothing had to change. */
  transactionId: string | null;
  balance: Balance;
}

interface Result extends Adjusted {
  before: number;
  isRepeated?: boolean;
}

/** An operator's word on how many credits somebody has. */
@Injectable()
export class AdjustmentsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Makes so many credits of what can be spent, by one signed entry and one line in the audit log; neither where nothing
   * changes. Idempotent by its key.
   *
   * @throws LuitError `conflict` with `details.credits` where the balance has moved, `account_closed`,
   * `validation_failed`, `idempotency_conflict`
   */
  async adjust(request: Adjustment): Promise<Adjusted> {
    const { adminId, userId, reason, ...asked } = parseInput(adjustment, request);
    try {
      return await this.database.transaction(async (manager) => {
        const key = `adjust:${adminId}:${asked.idempotencyKey}`;
        const { before, isRepeated, ...adjusted } = await this.post(manager, key, userId, asked);
        if (adjusted.transactionId !== null && !isRepeated) {
          const details = { before: String(before), after: String(asked.credits), reason };
          await writeOperatorAction(manager, { adminId, action: 'credits_adjusted', subject: userId, details });
        }
        return adjusted;
      });
    } catch (error) {
      throw toLedgerError(error);
    }
  }

  private async post(
    manager: EntityManager,
    key: string,
    userId: string,
    { credits, expectedCredits }: { credits: number; expectedCredits?: number },
  ): Promise<Result> {
    const [row] = await manager.query<{ result: Result }[]>(`SELECT adjust_credits($1, $2, $3, $4, $5, $6) AS result`, [
      key,
      userId,
      credits,
      expectedCredits ?? null,
      DESCRIPTION,
      correlation(),
    ]);
    if (!row) throw new Error('adjust_credits answered nothing');
    return row.result;
  }
}
