import { lateResultJob } from '@luit/contracts/generation/late-results';
import { generationEvents } from '@luit/contracts/generation/messages';
import { submitJob } from '@luit/contracts/generation/submissions';
import { unavailable } from '@luit/platform/errors/errors';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { RedisGeneration } from '@luit/platform/redis/redis-generation';
import { writeEvent } from '@luit/platform/events/outbox';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DerivedFilesService } from '../derived-files/derived-files.service';
import { ModelCheckStepsService } from '../model-checks/model-check-steps.service';
import { ErasuresService } from '../erasures/erasures.service';
import { CONFIG, type GenerationConfig } from '../config';
import { PendingOrdersService } from '../requests/pending-orders.service';
import { PausedQueuesService } from '../queues/paused-queues.service';
import { RejectedRequests } from '../requests/rejected-requests';
import { repairedEntries } from '../request-state/request-metrics';
import { QueueEntries } from '../dispatch/queue-entries';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { overduePolls } from '../tracking/poll-statements';

/** Key of a Postgres advisory lock, unique within this database. */
const LOCK = 7_105_201;
const REDIS_CHECK_MS = 2_000;
const BATCH = 200;

const UNSETTLED = `money_state = 'held' AND state IN ('succeeded', 'failed', 'canceled', 'rejected')`;

interface Step {
  /** SQL: whether there may be something to repair, from an index alone. */
  isDue: (olderThanMs: number) => string;
  repair: (olderThanMs: number) => Promise<void>;
}

/** Repairs the effects of crashes: half-accepted requests, missing queue entries, unpublished outcomes. */
@Injectable()
export class Reconciler implements OnApplicationBootstrap {
  private readonly log = new Logger(Reconciler.name);
  private reconciledGeneration?: string;
  private readonly steps: Step[] = [
    {
      isDue: () => `EXISTS (SELECT FROM requests WHERE ${this.isStuck()})`,
      repair: () => this.rejectStuckRequests(),
    },
    {
      isDue: (olderThanMs) => this.entries.maybeMissing(olderThanMs),
      repair: (olderThanMs) => this.repairEntries(olderThanMs),
    },
    {
      isDue: (olderThanMs) => `EXISTS (${overduePolls(olderThanMs)})`,
      repair: () => Promise.resolve(this.wakeUps.send()),
    },
    {
      isDue: () => `EXISTS (SELECT FROM requests WHERE ${UNSETTLED} AND ${this.isSettlementLate()})`,
      repair: () => this.retrySettlements(),
    },
    {
      isDue: () => this.erasures.areOverdue,
      repair: () => this.erasures.retryOverdue(),
    },
    {
      isDue: () => this.derivedFiles.areOverdue,
      repair: () => this.derivedFiles.retryOverdue(),
    },
    {
      isDue: () => this.modelChecks.areOverdue,
      repair: () => this.modelChecks.retryOverdue(),
    },
  ];

  constructor(
    private readonly database: DataSource,
    private readonly redisGeneration: RedisGeneration,
    private readonly entries: QueueEntries,
    private readonly pendingOrders: PendingOrdersService,
    private readonly erasures: ErasuresService,
    private readonly derivedFiles: DerivedFilesService,
    private readonly modelChecks: ModelCheckStepsService,
    private readonly pausedQueues: PausedQueuesService,
    private readonly rejected: RejectedRequests,
    private readonly wakeUps: PollWakeUps,
    private readonly scheduler: Scheduler,
    private readonly poller: DuePoller,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { reconcileIntervalMs } = this.config.limits;
    this.poller.add({
      name: 'reconcile',
      dueInMs: dueWhile(this.steps.map(({ isDue }) => isDue(reconcileIntervalMs)).join(' OR ')),
      withinMs: reconcileIntervalMs,
      work: () => this.round(),
    });
    const checkMs = Math.min(REDIS_CHECK_MS, reconcileIntervalMs);
    this.scheduler.every('reconcile-after-flush', checkMs, async () => {
      await this.reconcileAfterFlush();
    });
  }

  @ReconcilesJobs(submitJob, lateResultJob)
  private async round(): Promise<void> {
    await this.reconcile(this.config.limits.reconcileIntervalMs);
  }

  /**
   * One round. Only one replica runs it at a time.
   *
   * @param olderThanMs leaves jobs alone that changed more recently; 0 after Redis was flushed
   * @returns false if another replica is running one
   */
  async reconcile(olderThanMs: number): Promise<boolean> {
    const due = await this.dueSteps(olderThanMs);
    if (due.length === 0) return true;
    const hasRun = await transactionWithLock(this.database, LOCK, async () => {
      for (const { repair } of due) await repair(olderThanMs);
      return true;
    });
    return hasRun ?? false;
  }

  private async dueSteps(olderThanMs: number): Promise<Step[]> {
    const conditions = this.steps.map(({ isDue }) => isDue(olderThanMs));
    const [row] = await this.database.query<{ due: boolean[] }[]>(`SELECT ARRAY[${conditions.join(', ')}] AS due`, []);
    return this.steps.filter((_, i) => row?.due[i]);
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

  private isStuck(): string {
    return `state = 'accepting' AND created_at < now() - ${2 * this.config.limits.acceptDeadlineMs} * interval '1 millisecond'`;
  }

  private isSettlementLate(): string {
    return `completed_at < now() - ${this.config.limits.settlementRetryMs} * interval '1 millisecond'`;
  }

  /** The process that was accepting them crashed. A hold may exist, so the rejection makes billing release it. */
  private async rejectStuckRequests(): Promise<void> {
    const rows: { ids: string[] }[] = await this.database.query(
      `SELECT array_agg(id) AS ids FROM requests WHERE ${this.isStuck()}
        GROUP BY coalesce(set_id, id) ORDER BY min(created_at) LIMIT ${BATCH}`,
    );
    for (const { ids } of rows) {
      if (await this.rejected.reject(ids, unavailable(), true)) {
        this.log.warn({ msg: 'Rejected requests that were stuck in acceptance', requestIds: ids });
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

  /** Publishes the outcome of finished jobs again if billing has not settled their hold. Billing handles it idempotently. */
  private async retrySettlements(): Promise<void> {
    const rows: {
      id: string;
      userId: string;
      state: 'succeeded' | 'failed' | 'canceled' | 'rejected';
      credits: number;
    }[] = await this.database.query(
      `SELECT id, coalesce(payer_id, user_id) AS "userId", state, credits FROM requests
          WHERE ${UNSETTLED} AND ${this.isSettlementLate()}
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

/**
 * Runs `work` in a transaction that holds an advisory lock, so that one replica at a time does it.
 *
 * @param key unique within the database of the service
 * @returns undefined, without running `work`, if another transaction holds the lock
 */
async function transactionWithLock<T>(
  database: DataSource,
  key: number,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async (manager) => {
    const [row] = await manager.query<{ isLocked: boolean }[]>(`SELECT pg_try_advisory_xact_lock($1) AS "isLocked"`, [
      key,
    ]);
    return row?.isLocked ? work(manager) : undefined;
  });
}
