import { generationEvents } from '@luit/contracts/generation/messages';
import { toLuitError, unavailable } from '@luit/platform/calls/errors';
import { RedisGeneration } from '@luit/platform/redis/redis-generation';
import { writeEvent } from '@luit/platform/events/outbox';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ErasuresService } from '../erasures/erasures.service';
import { CONFIG, type GenerationConfig } from '../config';
import { PendingOrdersService } from '../requests/pending-orders.service';
import { PausedQueuesService } from '../queues/paused-queues.service';
import { RejectedRequests } from '../requests/rejected-requests';
import { repairedEntries } from '../request-state/request-metrics';
import { QueueEntries } from '../dispatch/queue-entries';
import { PollNudges } from '../tracking/poll-nudges';
import { countOverduePolls } from '../tracking/poll-statements';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_201;
const REDIS_CHECK_MS = 1_000;
const BATCH = 200;

/** Repairs what a crash left behind: half-accepted requests, missing queue entries, unpublished outcomes. */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Reconciler.name);
  private readonly timers: NodeJS.Timeout[] = [];
  private current: Promise<unknown> = Promise.resolve();
  private isRunning = false;
  private reconciledGeneration?: string;

  constructor(
    private readonly database: DataSource,
    private readonly redisGeneration: RedisGeneration,
    private readonly entries: QueueEntries,
    private readonly pendingOrders: PendingOrdersService,
    private readonly erasures: ErasuresService,
    private readonly pausedQueues: PausedQueuesService,
    private readonly rejected: RejectedRequests,
    private readonly nudges: PollNudges,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { reconcileIntervalMs } = this.config.limits;
    this.every(reconcileIntervalMs, () => this.reconcile(reconcileIntervalMs));
    this.every(Math.min(REDIS_CHECK_MS, reconcileIntervalMs), () => this.reconcileAfterFlush());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.current;
  }

  /**
   * One round. Only one replica runs it at a time; the others skip theirs.
   *
   * @param olderThanMs leaves jobs alone that changed more recently; 0 after Redis was flushed
   */
  async reconcile(olderThanMs: number): Promise<void> {
    await this.database.transaction(async (guard) => {
      const [{ isLocked }] = (await guard.query(`SELECT pg_try_advisory_xact_lock($1) AS "isLocked"`, [LOCK])) as [
        { isLocked: boolean },
      ];
      if (!isLocked) return;
      await this.rejectStuckRequests();
      await this.pendingOrders.deleteExpired();
      await this.rejected.deleteOld();
      await this.repairEntries(olderThanMs);
      await this.nudgeOverduePolls(olderThanMs);
      await this.retrySettlements();
      await this.erasures.retryOverdue();
    });
  }

  private every(milliseconds: number, work: () => Promise<void>): void {
    const run = (): void => {
      if (this.isRunning) return;
      this.isRunning = true;
      this.current = work()
        .catch((error: unknown) => this.report(error))
        .finally(() => (this.isRunning = false));
    };
    this.timers.push(setInterval(run, milliseconds));
  }

  private report(error: unknown): void {
    const isTransient = toLuitError(error).code === 'unavailable';
    if (isTransient) this.log.warn({ msg: 'Reconciliation skipped', reason: (error as Error).message });
    else this.log.error({ msg: 'Reconciliation failed', err: error });
  }

  private async reconcileAfterFlush(): Promise<void> {
    const generation = await this.redisGeneration.current();
    if (this.reconciledGeneration === generation) return;
    await this.pausedQueues.applyAll();
    await this.reconcile(0);
    this.reconciledGeneration = generation;
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
