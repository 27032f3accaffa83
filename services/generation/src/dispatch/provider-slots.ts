import { submitJob } from '@luit/contracts/generation/submissions';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { LockedRequest } from '../request-state/locked-request';
import { LAST_POSITION } from './queue-positions';
import { AT_PROVIDER, statesSql } from '../request-state/request-states';
import { JobPromoter } from './job-promoter';

const BUSY_SQL = `state IN (${statesSql(AT_PROVIDER)})`;

/**
 * Delay before a waiting job asks for a slot again if it is not promoted. It grows with the queue position, so that long
 * queues cause little load.
 */
const MIN_WAIT_MS = 1_000;
const WAIT_PER_POSITION_MS = 500;

/** 15 minutes exceed the longest wait: a row that has not asked since lost its queue entry and must not block others. */
const WAITING_SQL = `
  state = 'pending' AND slot_requested_at > now() - interval '15 minutes' AND (next_attempt_at IS NULL OR next_attempt_at <= now())`;

/**
 * SQL for the jobs that wait for a slot of provider $1, with the number of the same user's jobs ahead of each (`before`)
 * and the user's free slots given a limit of $2 (`room`). It reads only the first thousand, so its cost does not depend
 * on the length of the queue; jobs further back ask again after their delay.
 */
function waitingSql(condition = 'true'): string {
  return `
    SELECT w.id, w.user_id, w.priority, w.before, $2::int - coalesce(own.busy, 0) AS room
      FROM (SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY priority, id) - 1 AS before
              FROM (SELECT id, user_id, priority FROM requests
                     WHERE provider = $1 AND ${condition} AND ${WAITING_SQL}
                     ORDER BY priority, id LIMIT ${LAST_POSITION}) AS first) AS w
      LEFT JOIN (SELECT user_id, count(*)::int AS busy FROM requests WHERE ${BUSY_SQL} GROUP BY user_id) AS own USING (user_id)`;
}

interface SlotUsage {
  /** Slots in use at the provider. */
  busy: number;
  /** Slots in use by the same user at all providers. */
  own: number;
  /** Jobs that wait ahead of this one. */
  ahead: number;
  /** Jobs ahead that could run now. */
  ready: number;
  /** Jobs ahead of the same user. */
  ownAhead: number;
}

/**
 * Concurrency slots per provider and per user, shared by all workers. Waiting jobs get slots by priority, then age; jobs
 * of users at their limit are skipped.
 */
@Injectable()
export class ProviderSlots {
  private readonly log = new Logger(ProviderSlots.name);

  constructor(
    private readonly database: DataSource,
    private readonly promoter: JobPromoter,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Acquires a slot unless the provider or the user is at its limit, or other jobs come first. The caller's state change in
   * the same transaction is what occupies the slot.
   *
   * @returns 0, or the milliseconds until the next attempt
   */
  async acquire(request: LockedRequest): Promise<number> {
    const { provider, userId } = request.row;
    const usage = await this.usage(request);
    const free = this.config.limitsOf(provider).concurrency - usage.busy;
    const room = this.config.userConcurrency - usage.own - usage.ownAhead;
    if (usage.ready < free && room > 0) return 0;
    await request.write({ slotRequestedAt: request.now });
    if (free > 0 && usage.ready > 0) request.afterCommit(() => this.released(provider, userId));
    return MIN_WAIT_MS + usage.ahead * WAIT_PER_POSITION_MS;
  }

  private async usage({ row, manager }: LockedRequest): Promise<SlotUsage> {
    // Held until the transaction ends, so that two claims never take the same free slot. Taken in this order, after the
    // row lock, so that claims cannot deadlock.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('provider'), hashtext($1))`, [row.provider]);
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('user'), hashtext($1))`, [row.userId]);
    const [usage] = (await manager.query(
      `SELECT (SELECT count(*)::int FROM requests WHERE provider = $1 AND ${BUSY_SQL}) AS busy,
              (SELECT count(*)::int FROM requests WHERE user_id = $5 AND ${BUSY_SQL}) AS own,
              count(*)::int AS ahead,
              (count(*) FILTER (WHERE before < room))::int AS ready,
              (count(*) FILTER (WHERE user_id = $5))::int AS "ownAhead"
         FROM (${waitingSql('(priority, id) < ($3, $4::uuid)')}) AS waiting`,
      [row.provider, this.config.userConcurrency, row.priority, row.id, row.userId],
    )) as [SlotUsage];
    return usage;
  }

  /** Promotes as many waiting jobs as can run now that this provider, or this user at any provider, has a free slot. */
  released(provider: string, userId?: string): void {
    this.promote(provider, userId).catch((error: Error) =>
      this.log.warn({ msg: 'Failed to promote waiting jobs', provider, reason: error.message }),
    );
  }

  private async promote(provider: string, userId?: string): Promise<void> {
    await this.promoteNext(provider);
    if (!userId) return;
    const others: { provider: string }[] = await this.database.query(
      `SELECT DISTINCT provider FROM requests WHERE user_id = $1 AND provider <> $2 AND ${WAITING_SQL}`,
      [userId, provider],
    );
    for (const other of others) await this.promoteNext(other.provider);
  }

  private async promoteNext(provider: string): Promise<void> {
    const waiting: { id: string }[] = await this.database.query(
      `SELECT id FROM (${waitingSql()}) AS waiting WHERE before < room ORDER BY priority, id
        LIMIT greatest(0, $3 - (SELECT count(*) FROM requests WHERE provider = $1 AND ${BUSY_SQL}))`,
      [provider, this.config.userConcurrency, this.config.limitsOf(provider).concurrency],
    );
    for (const { id } of waiting) this.promoter.promoteWaiting(submitJob, id);
  }
}
