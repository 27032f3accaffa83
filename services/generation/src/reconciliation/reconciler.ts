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
import { PendingOrdersService } from '../pending-orders/pending-orders.service';
import { PausedQueuesService } from '../operations/paused-queues.service';
import { ProviderSlots } from '../jobs/provider-slots';
import { AcceptanceService } from '../requests/acceptance.service';
import { RejectedRequests } from '../requests/rejected-requests';
import { repairedEntries } from '../requests/request-metrics';
import { QueueEntries } from './queue-entries';

/** Of the session's database; any number that nothing else here uses. */
const LOCK = 7_105_201;
const EPOCH_LOOK_MS = 1_000;
const EXPIRED_AT_ONCE = 200;

/** Mends what a crash left behind: half-accepted requests, and jobs whose queue entry is gone. */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Reconciler.name);
  private readonly timers: NodeJS.Timeout[] = [];
  private current: Promise<unknown> = Promise.resolve();
  private isRunning = false;
  private epochSeen?: string;

  constructor(
    private readonly database: DataSource,
    private readonly epoch: RedisGeneration,
    private readonly entries: QueueEntries,
    private readonly acceptance: AcceptanceService,
    private readonly drafts: PendingOrdersService,
    private readonly slots: ProviderSlots,
    private readonly erasures: ErasuresService,
    private readonly pausedQueues: PausedQueuesService,
    private readonly rejected: RejectedRequests,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { reconcileIntervalMs } = this.config.limits;
    this.every(reconcileIntervalMs, () => this.reconcile(reconcileIntervalMs));
    this.every(Math.min(EPOCH_LOOK_MS, reconcileIntervalMs), () => this.reconcileNewEpoch());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.current;
  }

  /**
   * One round, by one replica at a time; the others skip theirs.
   *
   * @param olderThanMs jobs that changed since are left alone, unless Redis was emptied
   */
  async reconcile(olderThanMs: number): Promise<void> {
    await this.database.transaction(async (guard) => {
      const [{ mine }] = (await guard.query(`SELECT pg_try_advisory_xact_lock($1) AS mine`, [LOCK])) as [
        { mine: boolean },
      ];
      if (!mine) return;
      await this.rejectLeftovers();
      await this.drafts.deleteExpired();
      await this.rejected.deleteOld();
      await this.repairEntries(olderThanMs);
      await this.promoteWaiting();
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
    const isLost = toLuitError(error).code === 'unavailable';
    if (isLost) this.log.warn({ msg: 'Could not reconcile this time', reason: (error as Error).message });
    else this.log.error({ msg: 'Reconciling failed', err: error });
  }

  private async reconcileNewEpoch(): Promise<void> {
    const epoch = await this.epoch.current();
    if (this.epochSeen === epoch) return;
    await this.pausedQueues.applyAll();
    await this.reconcile(0);
    this.epochSeen = epoch;
  }

  /** Whoever was accepting them is gone. The hold may have been placed, so billing is told to release it. */
  private async rejectLeftovers(): Promise<void> {
    const rows: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE state = 'accepting' AND created_at < now() - $1 * interval '1 millisecond'
        ORDER BY created_at LIMIT ${EXPIRED_AT_ONCE}`,
      [2 * this.config.limits.acceptDeadlineMs],
    );
    for (const { id } of rows) {
      if (await this.acceptance.reject(id, unavailable(), true)) {
        this.log.warn({ msg: 'A request was left half accepted and is rejected', requestId: id });
      }
    }
  }

  private async repairEntries(olderThanMs: number): Promise<void> {
    for await (const missing of this.entries.missing(olderThanMs)) {
      if (missing.length === 0) continue;
      await this.entries.add(missing);
      for (const { contract } of missing) repairedEntries.inc({ queue: contract.name });
      this.log.warn({ msg: 'Jobs without a queue entry are enqueued again', jobs: missing.length });
    }
  }

  /** A job ended and billing was not heard of since: it is told again, and answers again. */
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
          ORDER BY completed_at LIMIT ${EXPIRED_AT_ONCE}`,
      [this.config.limits.settlementRetryMs, generationEvents.requestSettled.name],
    );
    for (const { id, userId, state, credits } of rows) {
      const settled = { requestId: id, userId, outcome: state, credits, reason: null };
      await writeEvent(this.database.manager, generationEvents.requestSettled, settled);
      this.log.warn({ msg: 'Billing is told again of an ended job', requestId: id });
    }
  }

  private async promoteWaiting(): Promise<void> {
    const found: { provider: string }[] = await this.database.query(
      `SELECT DISTINCT provider FROM requests WHERE state = 'pending' AND slot_requested_at IS NOT NULL`,
    );
    for (const { provider } of found) this.slots.freed(provider);
  }
}
