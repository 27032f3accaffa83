import { LuitError } from '@luit/contracts/errors';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Step } from './ledger-histories';
import { type Operation, type Outcome, PACK } from './ledger-model';
import { SingleHolds } from './single-holds';

const DAY_MS = 86_400_000;
const ORDERS = 2;
const HOLDS = 6;
const API_KEYS = 2;

/** SQLSTATEs of functions that this class calls directly. */
const OUTCOMES: Record<string, Outcome> = { LU404: 'not_found', LU461: 'not_refundable' };

/** Runs histories of one user against the real ledger. */
export class LedgerRunner {
  readonly userId = uuidv7();
  private readonly holds = Array.from({ length: HOLDS }, () => uuidv7());
  private readonly apiKeys = Array.from({ length: API_KEYS }, () => uuidv7());
  private readonly orders = Array.from({ length: ORDERS }, () => uuidv7());
  /** A common start for all lots of a history, so that equal days mean equal instants. */
  private readonly start = Date.now();

  constructor(
    private readonly source: DataSource,
    /** A separate pool, so that kills do not wait for the connections of other histories. */
    private readonly killer: DataSource,
  ) {}

  /** Stores the history's orders, still unpaid. */
  async prepare(): Promise<this> {
    await this.source.query(
      `INSERT INTO orders (id, user_id, state, pack_id, pack_name, credits, amount_paise, currency, receipt, razorpay_order_id)
       SELECT id, $2, 'open', 'starter', 'Starter Pack', $3, $4, 'INR', replace(id::text, '-', ''), 'order_' || id
         FROM unnest($1::uuid[]) id`,
      [this.orders, this.userId, PACK.credits, PACK.paise],
    );
    return this;
  }

  /** Returns the outcome of the first complete attempt; undefined if the step was interrupted. */
  async run({ operation, mode }: Step): Promise<Outcome | undefined> {
    switch (mode) {
      case 'normal':
        return this.perform(operation);
      case 'repeated': {
        const first = await this.perform(operation);
        await this.perform(operation);
        return first;
      }
      case 'rolled_back':
      case 'killed':
        return this.interrupt(operation, mode === 'killed');
    }
  }

  async balance(): Promise<{ available: number; held: number }> {
    const [row] = await this.source.query<{ available: string; held: string }[]>(
      `SELECT available, held FROM expire_lots($1, NULL)`,
      [this.userId],
    );
    return { available: Number(row?.available), held: Number(row?.held) };
  }

  async remainders(): Promise<number[]> {
    const lots = await this.source.query<{ remaining: string }[]>(
      `SELECT remaining FROM lots WHERE user_id = $1 ORDER BY created_at, id`,
      [this.userId],
    );
    return lots.map(({ remaining }) => Number(remaining));
  }

  private async perform(operation: Operation, manager = this.source.manager): Promise<Outcome> {
    try {
      await this.execute(operation, manager);
      return 'done';
    } catch (error) {
      if (error instanceof LuitError) return error.code as Outcome;
      const code = error instanceof QueryFailedError ? (error.driverError as { code: string }).code : '';
      const outcome = OUTCOMES[code];
      if (outcome) return outcome;
      throw error;
    }
  }

  /** Performs the operation without committing it. */
  private async interrupt(operation: Operation, isKilled: boolean): Promise<undefined> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      const [own] = (await runner.query(`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }];
      await this.perform(operation, runner.manager);
      if (isKilled) {
        await this.killer.query(`SELECT pg_terminate_backend($1, 5000)`, [own.pid]);
        // Makes the pool notice the dead connection, so that it does not hand it out again.
        await runner.query(`SELECT 1`).catch(() => undefined);
      } else await runner.rollbackTransaction();
    } finally {
      await runner.release();
    }
  }

  private async execute(operation: Operation, manager: EntityManager): Promise<unknown> {
    const ledger = new SingleHolds({ manager } as DataSource, { publish: () => undefined }, { testCreditsPerDay: 0 });
    switch (operation.kind) {
      case 'grant': {
        const { key, credits, days } = operation;
        const expiresAt = days === null ? null : new Date(this.start + days * DAY_MS);
        const grant = { key: `${this.userId}:${key}`, userId: this.userId, credits, expiresAt };
        return ledger.grant({ ...grant, description: 'Gift' });
      }
      case 'purchase': {
        const order = this.orders[operation.order];
        const values = [order, `pay_${order}_${operation.payment}`, `order_${order}`, PACK.paise];
        return manager.query(`SELECT settle_payment($1, $2, $3, $4, 'INR', 'captured', 'webhook', NULL)`, values);
      }
      case 'hold':
        return ledger.hold(
          this.holds[operation.hold] ?? '',
          this.userId,
          operation.credits,
          'A video',
          operation.apiKey === null ? undefined : this.apiKeys[operation.apiKey],
        );
      case 'budget':
        return manager.query(`SELECT set_api_key_budget($1, $2, $3)`, [
          this.apiKeys[operation.apiKey],
          this.userId,
          JSON.stringify(operation.limits),
        ]);
      case 'month_end':
        return manager.transaction((inner) => this.endMonth(inner));
      case 'capture':
        return ledger.capture(this.holds[operation.hold] ?? '', this.userId);
      case 'release':
        return ledger.release(this.holds[operation.hold] ?? '', this.userId, 'Refund');
      case 'deduct':
        return ledger.deduct(String(operation.key), this.userId, operation.credits, 'video_generation');
      case 'refund':
        return manager.query(`SELECT request_refund($1, $2, NULL, 'unused_credits', '30 days', NULL)`, [
          this.refundKey(operation),
          await this.grantedPaymentOf(operation.order, manager),
        ]);
      case 'refund_end':
        return manager.query(`SELECT settle_refund(id, NULL, $2, NULL, NULL) FROM refunds WHERE idempotency_key = $1`, [
          this.refundKey(operation),
          operation.status,
        ]);
      case 'expire':
        // Takes the account's lock, because within one ledger function now() does not change.
        return manager.transaction(async (inner) => {
          await inner.query(`SELECT lock_account($1)`, [this.userId]);
          await inner.query(
            `UPDATE lots SET expires_at = now() - interval '1 second' WHERE user_id = $1 AND expires_at > now()`,
            [this.userId],
          );
        });
    }
  }

  /** Moves past spending back by a month instead of moving the clock. Takes the account's lock, as for `expire`. */
  private async endMonth(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT lock_account($1)`, [this.userId]);
    await manager.query(
      `UPDATE holds SET created_at = (created_at AT TIME ZONE 'Asia/Kolkata' - interval '1 month') AT TIME ZONE 'Asia/Kolkata'
        WHERE user_id = $1 AND api_key_id IS NOT NULL`,
      [this.userId],
    );
    // The unique index is checked row by row, so the oldest month moves first.
    const months = await manager.query<{ id: string }[]>(
      `SELECT id FROM api_key_months WHERE key_id = ANY ($1) ORDER BY month`,
      [this.apiKeys],
    );
    for (const { id } of months) {
      await manager.query(`UPDATE api_key_months SET month = month - interval '1 month' WHERE id = $1`, [id]);
    }
  }

  /** Credits used of each key's budget in this month and ever; undefined for a key without a budget. */
  async budgets(): Promise<({ usedThisMonth: number; used: number } | undefined)[]> {
    const rows = await this.source.query<{ keyId: string; usedThisMonth: string; used: string }[]>(
      `SELECT key_id AS "keyId", used_this_month AS "usedThisMonth", used FROM api_key_allowances WHERE key_id = ANY ($1)`,
      [this.apiKeys],
    );
    return this.apiKeys.map((keyId) => {
      const row = rows.find((each) => each.keyId === keyId);
      return row && { usedThisMonth: Number(row.usedThisMonth), used: Number(row.used) };
    });
  }

  private refundKey({ order, key }: { order: number; key: number }): string {
    return `${this.orders[order]}:${key}`;
  }

  /** The id of the payment that was granted for an order. */
  private async grantedPaymentOf(order: number, manager: EntityManager): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `SELECT id FROM payments WHERE order_id = $1 AND state = 'granted'`,
      [this.orders[order]],
    );
    return row?.id ?? null;
  }
}
