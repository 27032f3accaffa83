import { generationEvents, generationPushes } from '@luit/contracts/generation/messages';
import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { unavailable } from '@luit/platform/errors/errors';
import { writePush } from '@luit/platform/events/outbox';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { type EstimatedTimes, NO_ESTIMATE, QueueEstimates, waitSeconds } from '../estimates/queue-estimates';
import { logJobChange } from '../request-state/job-log';
import { QueueSignals } from '../request-state/queue-signals';
import { changeOf, toRecord } from '../request-state/request-record';
import { PROGRESS, type RequestState } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { TrafficSettingsService } from '../traffic/traffic-settings.service';
import { OwnerBacklogs } from './owner-backlogs';

const ACCEPT_SQL = `
  SELECT request_id AS id, queue_position AS position, owner_unfinished AS unfinished FROM accept_requests($1, $2, $3)`;
/** The same, which also publishes the changes for webhooks. A statement that names the outbox wakes its relay. */
const ACCEPT_AND_PUBLISH_SQL = `
  WITH accepted AS (${ACCEPT_SQL}), published AS (
    INSERT INTO outbox (kind, name, payload, correlation)
    SELECT 'event', '${generationEvents.requestChanged.name}', changed, correlation
      FROM jsonb_to_recordset($1) AS item (id uuid, changed jsonb, correlation text) JOIN accepted USING (id)
     WHERE changed IS NOT NULL
  ) SELECT * FROM accepted`;

interface HeldRequest {
  row: RequestEntity;
  /** The state that the row must still have. */
  from: RequestState;
  /** Correlation of the call that created it, as outbox rows store it. */
  correlation: string | null;
}

/** A row of `accept_requests`, for each request that is pending now. */
interface AcceptedRow {
  id: string;
  position: number;
  /** The owner's number of unfinished jobs, this one included. */
  unfinished: number;
}

/** Starts the jobs of requests whose credits are held: makes their rows `pending` and signals the dispatcher. */
@Injectable()
export class JobStartsService {
  private readonly backlogs = new OwnerBacklogs();
  private readonly batcher = new Batcher<HeldRequest[], (RequestRecord | undefined)[]>((sets) => this.startHeld(sets));

  constructor(
    private readonly database: DataSource,
    private readonly estimates: QueueEstimates,
    private readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
    private readonly traffic: TrafficSettingsService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Starts the job of a request, or those of a set. @throws LuitError `unavailable` if it has been rejected meanwhile */
  async start(rows: RequestEntity[]): Promise<RequestRecord[]> {
    const started = await this.batcher.add(rows.map(heldRequest));
    const records = started.filter((record) => record !== undefined);
    // The reconciler has already rejected the rows; billing releases the holds.
    if (records.length < rows.length) throw unavailable();
    return records;
  }

  /**
   * Starts the job of a pending order that holds credits, in the transaction that has locked the order. If a restore has doubted the order, a
   * worker first searches the provider for its task.
   */
  async startPaid(row: RequestEntity, manager: EntityManager): Promise<void> {
    const [request] = await this.startAll([heldRequest(row)], manager);
    if (!request) return;
    if (row.submitBefore) await manager.query('SELECT doubt_waiting_jobs($1)', [row.id]);
    await writePush(manager, generationPushes.requestUpdated, { request });
    logAccepted(row, correlation());
  }

  private async startHeld(sets: HeldRequest[][]): Promise<(RequestRecord | undefined)[][]> {
    const held = sets.flat();
    const records = await this.startAll(held, this.database.manager);
    this.signals.jobWaiting();
    records.forEach((request, i) => {
      if (!request) return;
      const { row, correlation: cause } = held[i]!;
      logAccepted(row, cause);
      this.pushes.publish(generationPushes.requestUpdated, { request }, cause);
    });
    let end = 0;
    return sets.map(({ length }) => records.slice(end, (end += length)));
  }

  /** Starts jobs with a single statement. Undefined for a request that is no longer in the expected state. */
  private async startAll(held: HeldRequest[], manager: EntityManager): Promise<(RequestRecord | undefined)[]> {
    const pending = held.map(({ row }) => toPending(row));
    const times = await this.estimatedTimesOf(pending, manager);
    const tasksPerUser = await this.traffic.tasksPerUser(manager);
    const items = held.map(({ row, from, correlation: cause }, i) => ({
      id: row.id,
      user_id: row.userId,
      from,
      correlation: cause,
      unfinished: this.backlogs.countOf(row.userId),
      changed: row.hasWebhooks ? changeOf(pending[i]!) : undefined,
    }));
    const rows = await manager.query<AcceptedRow[]>(
      items.some(({ changed }) => changed) ? ACCEPT_AND_PUBLISH_SQL : ACCEPT_SQL,
      [JSON.stringify(items), this.config.limits.queueLimitMs, LAST_QUEUE_POSITION],
    );
    const accepted = new Map(rows.map((row) => [row.id, row]));
    return pending.map((row, i) => {
      const found = accepted.get(row.id);
      if (!found) return undefined;
      const { position, unfinished } = found;
      this.backlogs.set(row.userId, unfinished, items[i]!.unfinished === null);
      const ownAhead = Math.max(0, unfinished - tasksPerUser);
      const etaSeconds = waitSeconds(times.get(timesKey(row)) ?? null, { position, ownAhead });
      return toRecord(row, { ...NO_ESTIMATE, queuePosition: position, etaSeconds });
    });
  }

  /** Read once for all requests of the same plan and provider. */
  private async estimatedTimesOf(
    rows: RequestEntity[],
    manager: EntityManager,
  ): Promise<Map<string, EstimatedTimes | null>> {
    const distinct = new Map(rows.map((row) => [timesKey(row), row]));
    const times = [...distinct].map(
      async ([key, { planId, provider }]) =>
        [key, await this.estimates.estimatedTimes(manager, planId, provider)] as const,
    );
    return new Map(await Promise.all(times));
  }
}

function heldRequest(row: RequestEntity): HeldRequest {
  return { row, from: row.state, correlation: correlation() };
}

function logAccepted(row: RequestEntity, cause: string | null): void {
  const { planId, credits } = row;
  logJobChange({ ...row, state: 'pending' }, 'accepted', { correlation: cause, planId, credits });
}

function timesKey({ planId, provider }: RequestEntity): string {
  return `${planId} ${provider}`;
}

function toPending(row: RequestEntity): RequestEntity {
  return Object.assign(new RequestEntity(), row, {
    state: 'pending',
    progress: PROGRESS.accepted,
    sequence: 1,
    moneyState: 'held',
    completedAt: null,
    outputKey: null,
    posterKey: null,
    lateOutputKey: null,
  } satisfies Partial<RequestEntity>);
}
