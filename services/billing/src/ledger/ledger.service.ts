import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingPushes, billingCalls } from '@luit/contracts/billing/messages';
import type { RedeemedPromoCode } from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { correlation } from '@luit/platform/tracing/correlation';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { holdRefusal, type HoldRefusal, toLedgerError } from './ledger.errors';

export interface Posting {
  transactionId: string;
  balance: Balance;
}

export interface Grant {
  key: string;
  userId: string;
  credits: number;
  description: string;
  /** Null if the credits never expire. */
  expiresAt: Date | null;
}

export interface NewHold {
  holdId: string;
  /** Equal holds, which are placed with it or not at all. */
  siblingIds?: string[];
  userId: string;
  credits: number;
  description: string;
  /** The API key whose budget also pays. */
  apiKeyId?: string;
  /** Correlation of the call that asks for it, as outbox rows store it. */
  correlation: string | null;
}

/** A hold that a ledger function was asked to place. */
interface Placement extends Posting {
  /** Absent if it was placed before. */
  isNew?: boolean;
}

/** The end of a job, which captures or releases the job's hold. */
export interface HoldEnd {
  /** The id of the event that reports it, which takes effect once. */
  eventId?: string;
  holdId: string;
  userId: string;
  /** The description of the returned credits in the statement; null captures the hold. */
  returnedAs: string | null;
  /** Correlation of the event, as outbox rows store it. */
  correlation: string | null;
}

/** The state of a hold after its end; `handled` if its event had taken effect before. */
export type HoldEndState = 'captured' | 'released' | 'tombstone' | 'handled';

/** Another transaction has locked the account. */
export const BUSY = Symbol('busy');

/** Extension for a lot that expired while its credits were held. */
const GRACE = '7 days';

/**
 * The ledger's operations. Each is one SQL function and one round trip, and idempotent by its key: the same input returns
 * the first result again, different input throws `idempotency_conflict`.
 */
@Injectable()
export class LedgerService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushPublisher) private readonly pushes: Pick<PushPublisher, 'publish'>,
    @Inject(BILLING_CONFIG) private readonly config: Pick<BillingConfig, 'testCreditsPerDay'>,
  ) {}

  /** Posts free credits. */
  grant({ key, userId, credits, description, expiresAt }: Grant, manager?: EntityManager): Promise<Posting> {
    return this.run(
      `SELECT grant_credits($1, $2, 'grant', $3, $4, $5, NULL, NULL, NULL, $6) AS result`,
      [`grant:${key}`, userId, credits, description, expiresAt, correlation()],
      manager,
    );
  }

  /**
   * Grants a test account its credits of today, which it gets for nothing at its first use of a day in IST. Call before its balance is read or
   * credits are held. Idempotent; does nothing for other accounts.
   */
  async grantTestCredits(accountId: string): Promise<void> {
    if (!isTestAccount(accountId)) return;
    await this.database.query('SELECT grant_test_credits($1, $2)', [accountId, this.config.testCreditsPerDay]);
  }

  /** Grants the credits of a promotional code. @throws LuitError `promo_code_not_redeemable`, `account_closed` */
  @OnCall(billingCalls.redeemPromoCode)
  async redeemPromoCode({
    idempotencyKey,
    userId,
    code,
  }: RequestOf<typeof billingCalls.redeemPromoCode>): Promise<RedeemedPromoCode> {
    const values = [idempotencyKey, userId, normalizePromoCode(code), correlation()];
    const redeemed = await this.run<RedeemedPromoCode>(`SELECT redeem_promo_code($1, $2, $3, $4) AS result`, values);
    const { expiresAt } = redeemed;
    return { ...redeemed, expiresAt: expiresAt && new Date(expiresAt).toISOString() };
  }

  /**
   * Places holds in their order. Returns for each a posting; `BUSY` if another transaction has locked the account, unless it `waits`; or the
   * refusal: LuitError `insufficient_credits`, `key_budget_exhausted`, `idempotency_conflict`, `account_closed`; `forbidden` for a key without
   * a budget; `conflict` if the hold was released, even before it was placed.
   *
   * @throws any error that is not the refusal of one hold; then none of the holds were placed
   */
  placeHolds(holds: NewHold[], waits: true): Promise<(Posting | LuitError)[]>;
  placeHolds(holds: NewHold[], waits: false): Promise<(Posting | LuitError | typeof BUSY)[]>;
  async placeHolds(holds: NewHold[], waits: boolean): Promise<(Posting | LuitError | typeof BUSY)[]> {
    const all = holds.flatMap(({ siblingIds = [], ...hold }, set) =>
      [hold.holdId, ...siblingIds].map((holdId) => ({ ...hold, holdId, set })),
    );
    const results = await this.run<(Placement | HoldRefusal | { code: 'busy' })[]>(
      `SELECT hold_credits($1, $2, $3, $4, $5, $6, $7, $8) AS result`,
      [
        all.map(({ holdId }) => holdId),
        all.map(({ userId }) => userId),
        all.map(({ credits }) => credits),
        all.map(({ description }) => description),
        all.map(({ apiKeyId }) => apiKeyId ?? null),
        all.map((hold) => hold.correlation),
        waits,
        all.map(({ set }) => set),
      ],
    );
    this.publishPlacements(all, results);
    let end = 0;
    return holds.map(({ siblingIds = [] }) => {
      const ofHold = results.slice(end, (end += 1 + siblingIds.length));
      const result = ofHold.find((each) => 'code' in each) ?? ofHold.at(-1)!;
      if ('code' in result) return result.code === 'busy' ? BUSY : holdRefusal(result);
      return { transactionId: result.transactionId, balance: result.balance };
    });
  }

  /**
   * Captures and releases holds in their order, and stores the ids of their events in the inbox. A released hold returns its credits to the
   * lots they came from, and refunds the card that paid a video directly. The release of an unknown hold leaves a tombstone that rejects
   * the hold if it is placed later. Returns for each end the state of the hold; `BUSY` as `placeHolds`; or LuitError `conflict` if the hold
   * has ended otherwise, or is unknown and to be captured.
   */
  settleHolds(ends: HoldEnd[], waits: true): Promise<(HoldEndState | LuitError)[]>;
  settleHolds(ends: HoldEnd[], waits: false): Promise<(HoldEndState | LuitError | typeof BUSY)[]>;
  async settleHolds(ends: HoldEnd[], waits: boolean): Promise<(HoldEndState | LuitError | typeof BUSY)[]> {
    const states = await this.run<(HoldEndState | 'LU410' | 'busy')[]>(
      `SELECT settle_holds($1, $2, $3, $4, $5, $6, $7) AS result`,
      [
        ends.map(({ eventId }) => eventId ?? null),
        ends.map(({ holdId }) => holdId),
        ends.map(({ userId }) => userId),
        ends.map(({ returnedAs }) => returnedAs),
        ends.map((end) => end.correlation),
        GRACE,
        waits,
      ],
    );
    return states.map((state) => {
      if (state === 'busy') return BUSY;
      return state === 'LU410' ? holdRefusal({ code: state }) : state;
    });
  }

  /**
   * Returns the credits of a captured hold to the lots they came from, and refunds the card that paid a video directly.
   *
   * @returns the number of credits
   * @throws LuitError `conflict` if the hold was not captured
   */
  async returnCapturedCredits(holdId: string, description: string): Promise<number> {
    const values = [holdId, description, GRACE, correlation()];
    return Number(await this.run<string>(`SELECT return_captured($1, $2, $3, $4) AS result`, values));
  }

  /** Spends credits without a hold. @throws LuitError `insufficient_credits` */
  deduct(key: string, userId: string, credits: number, description: string): Promise<Posting> {
    return this.run(`SELECT deduct_credits($1, $2, $3, $4, $5) AS result`, [
      key,
      userId,
      credits,
      description,
      correlation(),
    ]);
  }

  /** From now on, rejects holds, deductions, orders and grants. Returns the credits still held for jobs. */
  @OnCall(billingCalls.freezeAccount)
  close({ userId }: RequestOf<typeof billingCalls.freezeAccount>): Promise<{ held: number }> {
    return this.run(`SELECT close_account($1) AS result`, [userId]);
  }

  /** Forfeits all credits of a closed account. @throws LuitError `conflict` if it is open, or credits are held for jobs */
  forfeit(userId: string): Promise<{ forfeited: number }> {
    return this.run(`SELECT forfeit_credits($1, $2) AS result`, [userId, correlation()]);
  }

  /** Books out the expired lots of up to `limit` users. Returns the number of users. */
  async sweepExpired(limit: number): Promise<number> {
    return Number(await this.run<string>(`SELECT sweep_expired($1) AS result`, [limit]));
  }

  /** Pushes the balance of each user who has a new hold, directly: the end of the job makes up for a lost push. */
  private publishPlacements(holds: NewHold[], results: (Placement | { code: string })[]): void {
    const lastOfUser = new Map<string, { hold: NewHold; balance: Balance }>();
    results.forEach((result, i) => {
      const hold = holds[i]!;
      if ('isNew' in result) lastOfUser.set(hold.userId, { hold, balance: result.balance });
    });
    for (const { hold, balance } of lastOfUser.values()) {
      const { userId, holdId, correlation: cause } = hold;
      this.pushes.publish(
        billingPushes.balanceChanged,
        { userId, balance, reason: 'hold', referenceId: holdId },
        cause,
      );
    }
  }

  private async run<Result>(
    statement: string,
    values: unknown[],
    manager: EntityManager = this.database.manager,
  ): Promise<Result> {
    try {
      const [row] = await manager.query<{ result: Result }[]>(statement, values);
      if (!row) throw new Error('A ledger function returned no row');
      return row.result;
    } catch (error) {
      throw toLedgerError(error);
    }
  }
}
