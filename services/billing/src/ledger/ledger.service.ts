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
  /** Absent if an earlier call placed it. */
  isNew?: boolean;
}

/** The end of a job, reported by an event, which captures or releases the job's hold. */
export interface HoldEnd {
  eventId: string;
  holdId: string;
  userId: string;
  /** Correlation of the event, as outbox rows store it. */
  correlation: string | null;
}

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
  ) {}

  /** Posts free credits. */
  grant({ key, userId, credits, description, expiresAt }: Grant, manager?: EntityManager): Promise<Posting> {
    return this.run(
      `SELECT grant_credits($1, $2, 'grant', $3, $4, $5, NULL, NULL, NULL, $6) AS result`,
      [`grant:${key}`, userId, credits, description, expiresAt, correlation()],
      manager,
    );
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
   * @param apiKeyId the API key whose budget also pays
   * @throws LuitError `insufficient_credits`, `key_budget_exhausted`; `forbidden` for a key without a budget; `conflict` if the hold was
   *   released, even before it was placed
   */
  hold(holdId: string, userId: string, credits: number, description: string, apiKeyId?: string): Promise<Posting> {
    return this.placeHold({ holdId, userId, credits, description, apiKeyId, correlation: correlation() });
  }

  /**
   * Places holds in their order; holds with distinct ids share one statement. Waits for accounts that another transaction has locked.
   * Returns a posting or the error of `hold` for each.
   *
   * @throws any error that is not the refusal of one hold; then none of the holds, or only the first ones, were placed
   */
  async holdInBatch(holds: NewHold[]): Promise<(Posting | LuitError)[]> {
    const results: (Posting | LuitError)[] = [];
    for (const [first, ...others] of runsOfDistinctIds(holds)) {
      if (others.length === 0) results.push(await this.placeHold(first).catch(refusalOrThrow));
      else results.push(...((await this.placeHolds([first, ...others], true)) as (Posting | LuitError)[]));
    }
    return results;
  }

  /** Like `holdInBatch`, but does not wait: returns BUSY for each hold on a locked account, and places the others. */
  async holdUnlessBusy(holds: NewHold[]): Promise<(Posting | LuitError | typeof BUSY)[]> {
    const results: (Posting | LuitError | typeof BUSY)[] = [];
    for (const [first, ...others] of runsOfDistinctIds(holds)) {
      if (others.length === 0) results.push(await this.placeHoldUnlessBusy(first).catch(refusalOrThrow));
      else results.push(...(await this.placeHolds([first, ...others], false)));
    }
    return results;
  }

  /** @throws LuitError `conflict` if the hold is unknown or was released */
  capture(holdId: string, userId: string, manager?: EntityManager): Promise<'captured'> {
    return this.run(`SELECT capture_hold($1, $2, $3) AS result`, [holdId, userId, correlation()], manager);
  }

  /**
   * Returns the credits to the lots they came from. For an unknown hold, leaves a tombstone that rejects it if it is placed
   * later.
   *
   * @throws LuitError `conflict` if the hold was captured
   */
  release(
    holdId: string,
    userId: string,
    description: string,
    manager?: EntityManager,
  ): Promise<'released' | 'tombstone'> {
    const values = [holdId, userId, description, GRACE, correlation()];
    return this.run(`SELECT release_hold($1, $2, $3, $4, $5) AS result`, values, manager);
  }

  /**
   * Captures the holds that can be captured together with one statement, which also stores the events' ids in the inbox.
   *
   * @returns the ids of the events that took effect
   */
  async captureOpen(ends: HoldEnd[]): Promise<Set<string>> {
    const values = [
      ends.map(({ eventId }) => eventId),
      ends.map(({ holdId }) => holdId),
      ends.map(({ userId }) => userId),
    ];
    return new Set(await this.run<string[]>(`SELECT capture_open_holds($1, $2, $3) AS result`, values));
  }

  /** The same for releases. */
  async releaseOpen(ends: (HoldEnd & { description: string })[]): Promise<Set<string>> {
    const values = [
      ends.map(({ eventId }) => eventId),
      ends.map(({ holdId }) => holdId),
      ends.map(({ userId }) => userId),
      ends.map(({ description }) => description),
      ends.map((end) => end.correlation),
    ];
    return new Set(await this.run<string[]>(`SELECT release_open_holds($1, $2, $3, $4, $5) AS result`, values));
  }

  /**
   * Returns the credits of a captured hold to the lots they came from.
   *
   * @returns the number of credits
   * @throws LuitError `conflict` if the hold was not captured
   */
  async returnCapturedCredits(holdId: string, description: string, manager: EntityManager): Promise<number> {
    const values = [holdId, description, GRACE, correlation()];
    return Number(await this.run<string>(`SELECT return_captured($1, $2, $3, $4) AS result`, values, manager));
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

  private async placeHold(hold: NewHold): Promise<Posting> {
    const placement = await this.run<Placement>(
      `SELECT hold_credits($1, $2, $3, $4, $5, $6) AS result`,
      valuesOf(hold),
    );
    return this.publishPlacements([hold], [placement])[0]!;
  }

  private async placeHoldUnlessBusy(hold: NewHold): Promise<Posting | typeof BUSY> {
    const [placement] = await this.rows<Placement>(
      `SELECT hold_credits($1, $2, $3, $4, $5, $6) AS result
         FROM (SELECT FROM accounts WHERE user_id = $2 FOR NO KEY UPDATE SKIP LOCKED) AS account`,
      valuesOf(hold),
    );
    return placement ? this.publishPlacements([hold], [placement])[0]! : BUSY;
  }

  private async placeHolds(holds: NewHold[], waits: boolean): Promise<(Posting | LuitError | typeof BUSY)[]> {
    const results = await this.run<(Placement | HoldRefusal | { code: 'busy' })[]>(
      `SELECT hold_credits_in_batch($1, $2, $3, $4, $5, $6) AS result`,
      [
        holds.map(({ holdId }) => holdId),
        holds.map(({ userId }) => userId),
        holds.map(({ credits }) => credits),
        holds.map(({ description }) => description),
        holds.map(({ apiKeyId }) => apiKeyId ?? null),
        waits,
      ],
    );
    const answers = results.map((result) => {
      if (!('code' in result)) return result;
      return result.code === 'busy' ? BUSY : holdRefusal(result);
    });
    return this.publishPlacements(holds, answers);
  }

  /**
   * Pushes the balance of each user who has a new hold, directly: the end of the job makes up for a lost push.
   *
   * @returns the results without what only this concerns
   */
  private publishPlacements<Result>(holds: NewHold[], results: (Result | Placement)[]): (Result | Posting)[] {
    const lastOfUser = new Map<string, { hold: NewHold; posting: Posting }>();
    const postings = results.map((result, i) => {
      if (!isPlacement(result)) return result;
      const { isNew, ...posting } = result;
      const hold = holds[i]!;
      if (isNew) lastOfUser.set(hold.userId, { hold, posting });
      return posting;
    });
    for (const { hold, posting } of lastOfUser.values()) {
      const { userId, holdId, correlation: cause } = hold;
      const change = { userId, balance: posting.balance, reason: 'hold', referenceId: holdId };
      this.pushes.publish(billingPushes.balanceChanged, change, cause);
    }
    return postings;
  }

  private async run<Result>(
    statement: string,
    values: unknown[],
    manager: EntityManager = this.database.manager,
  ): Promise<Result> {
    const [result] = await this.rows<Result>(statement, values, manager);
    if (result === undefined) throw new Error('A ledger function returned no row');
    return result;
  }

  private async rows<Result>(
    statement: string,
    values: unknown[],
    manager: EntityManager = this.database.manager,
  ): Promise<Result[]> {
    try {
      const rows = await manager.query<{ result: Result }[]>(statement, values);
      return rows.map(({ result }) => result);
    } catch (error) {
      throw toLedgerError(error);
    }
  }
}

/** The parameters of `hold_credits`. */
function valuesOf({ holdId, userId, credits, description, apiKeyId, correlation: cause }: NewHold): unknown[] {
  return [holdId, userId, credits, description, cause, apiKeyId ?? null];
}

function isPlacement(result: unknown): result is Placement {
  return typeof result === 'object' && result !== null && 'transactionId' in result;
}

function refusalOrThrow(error: unknown): LuitError {
  if (error instanceof LuitError) return error;
  throw error;
}

/** Splits the list, in order, wherever an id occurs again. */
function runsOfDistinctIds(holds: NewHold[]): [NewHold, ...NewHold[]][] {
  const runs: [NewHold, ...NewHold[]][] = [];
  let seen = new Set<string>();
  for (const hold of holds) {
    const run = runs.at(-1);
    if (run && !seen.has(hold.holdId)) run.push(hold);
    else {
      runs.push([hold]);
      seen = new Set();
    }
    seen.add(hold.holdId);
  }
  return runs;
}
