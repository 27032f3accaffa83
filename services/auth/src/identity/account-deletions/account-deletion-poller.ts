import { columnsOf } from '@luit/platform/database/columns-of';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { backoff } from '@luit/platform/scheduling/backoff';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountDeletionEntity } from './account-deletion.entity';
import { NEXT_STATE, STEP_RETRY } from './deletion-states';
import { DeletionStepsService } from './deletion-steps.service';

/** New deletions start a round in their own process. This applies if that process crashes first, milliseconds. */
const WITHIN_MS = 5_000;
const REPEAT_MS = 500;
const BATCH = 10;
/** Lease of a claimed row; longer than a step may take, so that one process works on a deletion at a time. */
const LEASE_MS = 30_000;

/** Drives account deletions to completion. Any replica can resume a deletion at the step stored in its row. */
@Injectable()
export class AccountDeletionPoller implements OnApplicationBootstrap {
  private readonly log = new Logger(AccountDeletionPoller.name);
  private schedule?: Schedule;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly steps: DeletionStepsService,
    private readonly scheduler: Scheduler,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'account-deletions',
      dueInMs: earliest('account_deletions', 'next_attempt_at'),
      withinMs: WITHIN_MS,
      repeatMs: REPEAT_MS,
      work: () => this.round(),
    });
  }

  /** Call after the commit of a new account deletion. */
  runNow(): void {
    this.schedule?.runNow();
  }

  async round(): Promise<void> {
    const due = await this.claim();
    await Promise.all(due.map((deletion) => withCorrelation(undefined, () => this.advance(deletion))));
  }

  /** Leases due rows. `SKIP LOCKED` gives each replica different ones. */
  private async claim(): Promise<AccountDeletionEntity[]> {
    const [rows] = await this.database.query<[AccountDeletionEntity[], number]>(
      `UPDATE account_deletions SET next_attempt_at = now() + $1 * interval '1 millisecond'
        WHERE user_id IN (SELECT user_id FROM account_deletions WHERE next_attempt_at <= now() ORDER BY next_attempt_at
                           LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING ${columnsOf(AccountDeletionEntity)}`,
      [LEASE_MS],
    );
    return rows;
  }

  /** Runs steps until one is incomplete or fails. */
  private async advance(deletion: AccountDeletionEntity): Promise<void> {
    const { userId } = deletion;
    let { state, attempts } = deletion;
    try {
      while (state !== 'closed' && !this.scheduler.isStopping) {
        if (!(await this.steps.run(state, deletion))) return await this.scheduleRetry(userId, attempts);
        const next = NEXT_STATE[state];
        await this.enter(userId, state, next);
        this.log.log({ msg: 'Account deletion step completed', userId, step: state, next });
        [state, attempts] = [next, 0];
      }
      if (state !== 'closed') await this.scheduleRetry(userId, 0);
    } catch (error) {
      const reason = (error as Error).message;
      this.log.warn({ msg: 'Account deletion step failed', userId, step: state, attempts, reason });
      await this.scheduleRetry(userId, attempts, reason);
    }
  }

  /** Does nothing if another process has advanced the row after the lease expired. */
  private async enter(userId: string, from: string, to: string): Promise<void> {
    await this.database.query(
      `UPDATE account_deletions SET state = $3, attempts = 0, last_error = NULL,
              closed_at = CASE WHEN $3 = 'closed' THEN now() END,
              next_attempt_at = CASE WHEN $3 = 'closed' THEN NULL ELSE now() + $4 * interval '1 millisecond' END
        WHERE user_id = $1 AND state = $2`,
      [userId, from, to, LEASE_MS],
    );
  }

  private async scheduleRetry(userId: string, attempts: number, lastError: string | null = null): Promise<void> {
    await this.database.query(
      `UPDATE account_deletions SET attempts = $2, last_error = $3, next_attempt_at = now() + $4 * interval '1 millisecond'
        WHERE user_id = $1 AND state <> 'closed'`,
      [userId, attempts + 1, lastError, this.scheduler.isStopping ? 0 : backoff(attempts, STEP_RETRY)],
    );
  }
}
