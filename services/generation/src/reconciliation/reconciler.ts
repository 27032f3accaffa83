import { generationEvents } from '@luit/contracts/generation/messages';
import { unavailable } from '@luit/platform/calls/errors';
import { RedisGeneration } from '@luit/platform/redis/redis-generation';
import { writeEvent } from '@luit/platform/events/outbox';
import { transactionWithLock } from '@luit/platform/database/advisory-lock';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ErasuresService } from '../erasures/erasures.service';
import { CONFIG, type GenerationConfig } from '../config';
import { PendingOrdersService } from '../requests/pending-orders.service';
import { PausedQueuesService } from '../queues/paused-queues.service';
import { RejectedRequests } from '../requests/rejected-requests';
import { statesSql, UNFINISHED } from '../request-state/request-states';
import { repairedEntries } from '../request-state/request-metrics';
import { QueueEntries } from '../dispatch/queue-entries';
import { PollNudges } from '../provider-tasks/poll-nudges';
import { countOverduePolls } from '../tracking/poll-statements';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_201;
const REDIS_CHECK_MS = 1_000;
/** Time between two rounds while no request is open, for what is due by its age alone. */
const IDLE_INTERVAL_MS = 60_000;
const BATCH = 200;

/** Whether a round may find something to repair: an unfinished request, one without its settlement, or one to erase. */
const HAS_OPEN_REQUESTS = `
  SELECT EXISTS (SELECT FROM requests WHERE state = 'accepting')
      OR EXISTS (SELECT FROM requests WHERE state IN (${statesSql(UNFINISHED)}))
      OR EXISTS (SELECT FROM requests WHERE late_results_until IS NOT NULL)
      OR EXISTS (SELECT FROM requests
                  WHERE money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled', 'rejected'))
      OR EXISTS (SELECT FROM requests WHERE erase_requested_at IS NOT NULL AND erased_at IS NULL) AS answer`;

/** Repairs what a crash left behind: half-accepted requests, missing queue entries, unpublished outcomes. */
@Injectable()
export class Reconciler implements OnApplicationBootstrap {
  private readonly log = new Logger(Reconciler.name);
  private reconciledGeneration?: string;
  private reconciledAt = -Infinity;

  constructor(
    private readonly database: DataSource,
    private readonly redisGeneration: RedisGeneration,
    private readonly entries: QueueEntries,
    private readonly pendingOrders: PendingOrdersService,
    private readonly erasures: ErasuresService,
    private readonly pausedQueues: PausedQueuesService,
    private readonly rejected: RejectedRequests,
    private readonly nudges: PollNudges,
    private readonly scheduler: Scheduler,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { reconcileIntervalMs } = this.config.limits;
    this.scheduler.every('reconcile', reconcileIntervalMs, () => this.round(reconcileIntervalMs));
    const checkMs = Math.min(REDIS_CHECK_MS, reconcileIntervalMs);
    this.scheduler.every('reconcile-after-flush', checkMs, async () => {
      await this.reconcileAfterFlush();
    });
  }

  private async round(intervalMs: number): Promise<void> {
    const isDue = performance.now() - this.reconciledAt >= IDLE_INTERVAL_MS;
    if (!isDue && !(await this.hasOpenRequests())) return;
    await this.reconcile(intervalMs);
    this.reconciledAt = performance.now();
  }

  private async hasOpenRequests(): Promise<boolean> {
    const [row] = await this.database.query<{ answer: boolean }[]>(HAS_OPEN_REQUESTS);
    return row?.answer ?? false;
  }

  /**
   * One round. Only one replica runs it at a time.
   *
   * @param olderThanMs leaves jobs alone that changed more recently; 0 after Redis was flushed
   * @returns false if another replica is running one
   */
  async reconcile(olderThanMs: number): Promise<boolean> {
    const hasRun = await transactionWithLock(this.database, LOCK, async () => {
      await this.rejectStuckRequests();
      await this.pendingOrders.deleteExpired();
      await this.rejected.deleteOld();
      await this.repairEntries(olderThanMs);
      await this.nudgeOverduePolls(olderThanMs);
      await this.retrySettlements();
      await this.erasures.retryOverdue();
      return true;
    });
    return hasRun ?? false;
  }

  /**
   * Runs a round for all jobs, once in each Redis generation.
   *
   * @returns false if another replica is running a round, which may have started before the flush
   */
  async reconcileAfterFlush(): Promise<boolean> {
    const generation = await this.redisGeneration.current();
    if (this.reconciledGeneration === generation) return true;
    await this.pausedQueues.applyAll();
    if (!(await this.reconcile(0))) return false;
    this.reconciledGeneration = generation;
    return true;
  }

  /** The process that was accepting them crashed. A hold may exist, so the rejection makes billing release it. */
  private async rejectStuckRequests(): Promise<void> {
    const rows: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE state = 'accepting' AND created_at < now() - $1 * interval '1 millisecond'
        ORDER BY created_at LIMIT ${BATCH}`,
      [2 * this.config.limits.acceptDeadlineMs],
    );
    for (const { id } of rows) {
      if (await this.rejected.reject(id, unavailable(), true)) {
        this.log.warn({ msg: 'Rejected a request that was stuck in acceptance', requestId: id });
      }
    }
  }

  private async repairEntries(olderThanMs: number): Promise<void> {
    for await (const missing of this.entries.missing(olderThanMs)) {
      if (missing.length === 0) continue;
      await this.entries.add(missing);
      for (const { contract } of missing) repairedEntries.inc({ queue: contract.name });
      this.log.warn({ msg: 'Re-enqueued jobs without a queue entry', jobs: missing.length });
    }
  }

  /** No worker knows of these polls: a nudge was lost, or the worker that knew of them stopped. */
  private async nudgeOverduePolls(olderThanMs: number): Promise<void> {
    const overdue = await countOverduePolls(this.database.manager, olderThanMs);
    if (overdue > 0) this.nudges.send();
  }

  /** Publishes the outcome of finished jobs again if billing has not settled their hold. Billing handles it idempotently. */
  private async retrySettlements(): Promise<void> {
    const rows: {
      id: string;
      userId: string;
      state: 'succeeded' | 'failed' | 'canceled' | 'rejected';
      credits: number;
    }[] = await this.database.query(
      `SELECT id, coalesce(payer_id, user_id) AS "userId", state, credits FROM requests
          WHERE money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled', 'rejected')
            AND completed_at < now() - $1 * interval '1 millisecond'
            AND NOT EXISTS (SELECT FROM outbox WHERE name = $2 AND created_at > now() - $1 * interval '1 millisecond'
                              AND payload ->> 'requestId' = requests.id::text)
          ORDER BY completed_at LIMIT ${BATCH}`,
      [this.config.limits.settlementRetryMs, generationEvents.requestSettled.name],
    );
    for (const { id, userId, state, credits } of rows) {
      const settled = { requestId: id, userId, outcome: state, credits, reason: null };
      await writeEvent(this.database.manager, generationEvents.requestSettled, settled);
      this.log.warn({ msg: 'Published the outcome of a finished job again', requestId: id });
    }
  }
}
