import type { Balance } from '@luit/contracts/billing/balances';
import { correlation } from '@luit/platform/context';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { toLedgerError } from './ledger.errors';

export interface Posting {
  transactionId: string;
  balance: Balance;
}

export interface Grant {
  key: string;
  userId: string;
  credits: number;
  description: string;
  /** Null for ever. */
  expiresAt: Date | null;
}

/** What a lot gets that expired while its credits were held. */
const GRACE = '7 days';

/**
 * The money operations, each one SQL function and one round trip. All are idempotent by their key: the same input answers
 * the first result again, another is refused with `idempotency_conflict`.
 */
@Injectable()
export class LedgerService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Gives credits that nobody paid for. */
  grant({ key, userId, credits, description, expiresAt }: Grant, manager?: EntityManager): Promise<Posting> {
    return this.run(
      `SELECT grant_credits($1, $2, 'grant', $3, $4, $5, NULL, NULL, NULL, $6) AS result`,
      [`grant:${key}`, userId, credits, description, expiresAt, correlation()],
      manager,
    );
  }

  /** @throws LuitError `insufficient_credits`; `conflict` where the hold was released, also before it came */
  hold(holdId: string, userId: string, credits: number, description: string): Promise<Posting> {
    return this.run(`SELECT hold_credits($1, $2, $3, $4, $5) AS result`, [
      holdId,
      userId,
      credits,
      description,
      correlation(),
    ]);
  }

  /** @throws LuitError `conflict` where the hold is unknown or was released */
  capture(holdId: string, userId: string, manager?: EntityManager): Promise<'captured'> {
    return this.run(`SELECT capture_hold($1, $2, $3) AS result`, [holdId, userId, correlation()], manager);
  }

  /**
   * Returns the credits to the lots they came from; an unknown hold leaves a tombstone that refuses it later.
   *
   * @throws LuitError `conflict` where the hold was captured
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
   * Gives back what a captured hold had taken, to the same lots; answers the credits.
   *
   * @throws LuitError `conflict` where it was not captured
   */
  async returnCapturedCredits(holdId: string, description: string, manager: EntityManager): Promise<number> {
    const values = [holdId, description, GRACE, correlation()];
    return Number(await this.run<string>(`SELECT return_captured($1, $2, $3, $4) AS result`, values, manager));
  }

  /** Spends at once. @throws LuitError `insufficient_credits` */
  deduct(key: string, userId: string, credits: number, description: string): Promise<Posting> {
    return this.run(`SELECT deduct_credits($1, $2, $3, $4, $5) AS result`, [
      key,
      userId,
      credits,
      description,
      correlation(),
    ]);
  }

  /** Refuses everything new; answers the credits still held for jobs. */
  close(userId: string): Promise<{ held: number }> {
    return this.run(`SELECT close_account($1) AS result`, [userId]);
  }

  /** Books out all that a closed account has left. @throws LuitError `conflict` where it is open, or credits are held */
  lapse(userId: string): Promise<{ forfeited: number }> {
    return this.run(`SELECT forfeit_credits($1, $2) AS result`, [userId, correlation()]);
  }

  /** Books out expired lots of up to `limit` people; answers of how many. */
  async sweepExpired(limit: number): Promise<number> {
    return Number(await this.run<string>(`SELECT sweep_expired($1) AS result`, [limit]));
  }

  private async run<Result>(
    statement: string,
    values: unknown[],
    manager: EntityManager = this.database.manager,
  ): Promise<Result> {
    try {
      const [row] = await manager.query<{ result: Result }[]>(statement, values);
      if (!row) throw new Error('A money function answered nothing');
      return row.result;
    } catch (error) {
      throw toLedgerError(error);
    }
  }
}
