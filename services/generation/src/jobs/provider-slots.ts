import { submitJob } from '@luit/contracts/generation/submissions';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import type { LockedRequest } from '../requests/locked-request';
import { LAST_POSITION } from '../requests/queue-positions';
import { AT_PROVIDER, statesSql } from '../requests/request-states';
import { JobPromoter } from './job-promoter';

const BUSY = `state IN (${statesSql(AT_PROVIDER)})`;

/**
 * Asks again after this long even if nobody woke it, milliseconds; the further back the later, so that thousands that
 * wait do not keep the machine busy with asking.
 */
const SHORTEST_WAIT_MS = 1_000;
const WAIT_PER_PLACE_MS = 500;

/** Longer than the longest wait. A row that did not come back by now has lost its entry; it must not keep others waiting. */
const WAITING_SQL = `
  state = 'pending' AND slot_requested_at > now() - interval '15 minutes' AND (next_attempt_at IS NULL OR next_attempt_at <= now())`;

/**
 * Those that wait at provider $1, with how many of the same owner wait before each (`before`) and how many more of the
 * owner's may run where $2 may (`room`). Only the first thousand are looked at, so that it costs the same in any queue;
 * one further back asks again by itself.
 */
function waitingSql(which = 'true'): string {
  return `
    SELECT w.id, w.user_id, w.priority, w.before, $2::int - coalesce(own.busy, 0) AS room
      FROM (SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY priority, id) - 1 AS before
              FROM (SELECT id, user_id, priority FROM requests
                     WHERE provider = $1 AND ${which} AND ${WAITING_SQL}
                     ORDER BY priority, id LIMIT ${LAST_POSITION}) AS first) AS w
      LEFT JOIN (SELECT user_id, count(*)::int AS busy FROM requests WHERE ${BUSY} GROUP BY user_id) AS own USING (user_id)`;
}

interface Places {
  /** Taken at the provider, and by the owner's jobs at all providers. */
  busy: number;
  own: number;
  /** That wait before it: all, those that may run, and its owner's. */
  ahead: number;
  ready: number;
  ownAhead: number;
}

/**
 * The places at each provider and of each user, the same for all workers. Whoever waits is served in order of
 * priority, then age; those whose owner already has as many jobs running as one may are passed over.
 */
@Injectable()
export class ProviderSlots {
  private readonly log = new Logger(ProviderSlots.name);

  constructor(
    private readonly database: DataSource,
    private readonly wakes: JobPromoter,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * A place for this request, unless the provider is full, its owner has enough running, or others come first. The
   * place is taken by the row's next state in the same transaction.
   *
   * @returns 0, or after how many milliseconds to ask again
   */
  async take(request: LockedRequest): Promise<number> {
    const { provider, userId } = request.row;
    const places = await this.places(request);
    const free = this.config.limitsOf(provider).concurrency - places.busy;
    const room = this.config.userConcurrency - places.own - places.ownAhead;
    if (places.ready < free && room > 0) return 0;
    await request.write({ slotRequestedAt: request.now });
    if (free > 0 && places.ready > 0) request.afterCommit(() => this.freed(provider, userId));
    return SHORTEST_WAIT_MS + places.ahead * WAIT_PER_PLACE_MS;
  }

  private async places({ row, manager }: LockedRequest): Promise<Places> {
    // Held until the end of the transaction, so that two claims never see the same place free; always in this order,
    // and after the row's own lock, so that no two wait for each other.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('provider'), hashtext($1))`, [row.provider]);
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('user'), hashtext($1))`, [row.userId]);
    const [places] = (await manager.query(
      `SELECT (SELECT count(*)::int FROM requests WHERE provider = $1 AND ${BUSY}) AS busy,
              (SELECT count(*)::int FROM requests WHERE user_id = $5 AND ${BUSY}) AS own,
              count(*)::int AS ahead,
              (count(*) FILTER (WHERE before < room))::int AS ready,
              (count(*) FILTER (WHERE user_id = $5))::int AS "ownAhead"
         FROM (${waitingSql('(priority, id) < ($3, $4::uuid)')}) AS waiting`,
      [row.provider, this.config.userConcurrency, row.priority, row.id, row.userId],
    )) as [Places];
    return places;
  }

  /** A place at this provider, and of this user at any, is free: wakes as many as may run now, the fairest first. */
  freed(provider: string, userId?: string): void {
    this.wake(provider, userId).catch((error: Error) =>
      this.log.warn({ msg: 'Those that wait for a place could not be woken', provider, reason: error.message }),
    );
  }

  private async wake(provider: string, userId?: string): Promise<void> {
    await this.wakeFairest(provider);
    if (!userId) return;
    const others: { provider: string }[] = await this.database.query(
      `SELECT DISTINCT provider FROM requests WHERE user_id = $1 AND provider <> $2 AND ${WAITING_SQL}`,
      [userId, provider],
    );
    for (const other of others) await this.wakeFairest(other.provider);
  }

  private async wakeFairest(provider: string): Promise<void> {
    const waiting: { id: string }[] = await this.database.query(
      `SELECT id FROM (${waitingSql()}) AS waiting WHERE before < room ORDER BY priority, id
        LIMIT greatest(0, $3 - (SELECT count(*) FROM requests WHERE provider = $1 AND ${BUSY}))`,
      [provider, this.config.userConcurrency, this.config.limitsOf(provider).concurrency],
    );
    for (const { id } of waiting) this.wakes.promoteWaiting(submitJob, id);
  }
}
