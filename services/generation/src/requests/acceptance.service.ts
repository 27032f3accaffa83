import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents, generationPushes, generationCalls } from '@luit/contracts/generation/messages';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { toLuitError, unavailable } from '@luit/platform/errors/errors';
import { OnCall } from '@luit/platform/calls/on-call';
import { Batcher } from '@luit/platform/database/batcher';
import { writePush } from '@luit/platform/events/outbox';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { OptionsService } from '../options/options.service';
import type { StoredOptions } from '../request-rows/stored-options';
import { type Quote, QuotesService } from '../options/quotes.service';
import { InsertionService } from './insertion.service';
import { inputHash } from './new-request';
import { OwnerBacklogs } from './owner-backlogs';
import { type EstimatedTimes, NO_ESTIMATE, QueueEstimates, waitSeconds } from '../estimates/queue-estimates';
import { logJobChange } from '../request-state/job-log';
import { requestsReceived } from '../request-state/request-metrics';
import { QueueSignals } from '../request-state/queue-signals';
import { RejectedRequests } from './rejected-requests';
import { RefusedPrompt } from '../safety/refused-prompt';
import type { Match } from '../safety/rule-set';
import { SafetyService } from '../safety/safety.service';
import { ServiceStatusService } from '../service-status/service-status.service';
import { changeOf, toRecord } from '../request-state/request-record';
import { PROGRESS } from '../request-rows/request-states';
import type { RequestState } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';

const REPEAT_POLL_MS = 25;
const INSERT_ATTEMPTS = 5;

/** Error codes of billing that guarantee that no credits are held. */
const NOT_HELD: ErrorCode[] = [
  'insufficient_credits',
  'key_budget_exhausted',
  'validation_failed',
  'idempotency_conflict',
  'conflict',
  'forbidden',
  'account_closed',
  'user_blocked',
  'user_not_found',
  'not_found',
];

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

/**
 * Accepts requests: inserts a row in state `accepting`, places the hold, then makes the row `pending` and signals the
 * dispatcher. Each step is a statement or call that concurrent requests share. The reconciler rejects rows that a crash left in
 * `accepting`, and billing then releases their hold.
 */
@Injectable()
export class AcceptanceService {
  private readonly backlogs = new OwnerBacklogs();
  private readonly batcher = new Batcher<HeldRequest, RequestRecord | undefined>((held) => this.acceptHeld(held));

  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly quotes: QuotesService,
    private readonly options: OptionsService,
    private readonly status: ServiceStatusService,
    private readonly estimates: QueueEstimates,
    private readonly safety: SafetyService,
    private readonly insertion: InsertionService,
    private readonly rejected: RejectedRequests,
    private readonly signals: QueueSignals,
    private readonly pushes: PushPublisher,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Idempotent by user and key. A refusal frees the key, so a later call with it creates a new request.
   *
   * @param payerId a fresh account that is granted the price, for a free retry
   * @throws LuitError `generation_paused`, `refused_by_policy`, `unsupported_combination`, `price_changed`, `idempotency_conflict`,
   *   `key_concurrency_reached`, `too_many_requests` after repeated refusals, and errors of billing's hold
   */
  @OnCall(generationCalls.createRequest)
  async create(request: NewRequest, payerId: string | null = null): Promise<RequestRecord> {
    try {
      const { record, isNew } = await this.createOrRepeat(request, payerId);
      countReceived(request, isNew ? 'accepted' : 'repeated');
      return record;
    } catch (error) {
      countReceived(request, toLuitError(error).code);
      throw error;
    }
  }

  private async createOrRepeat(
    request: NewRequest,
    payerId: string | null,
  ): Promise<{ record: RequestRecord; isNew: boolean }> {
    let quote: Quote;
    let options: StoredOptions | null;
    let review: Match | null;
    try {
      review = await this.safety.check(request);
      // Test requests use nothing that a pause protects.
      if (!isTestAccount(request.userId)) await this.status.assertNewJobsAccepted();
      quote = await this.quotes.quote(request);
      requirePrice(quote, request);
      options = await this.options.resolve(request, quote);
      const found = await this.safety.classify(request);
      review ??= found;
    } catch (error) {
      // A repeated key returns its request even if the price or the content policy has changed, or new jobs were paused, since.
      const existing = await this.findByKey(request);
      if (!existing) {
        // An operator's retry does not count against the owner.
        if (error instanceof RefusedPrompt && !payerId) await this.safety.recordRefusal(request, error);
        throw error;
      }
      return { record: await this.repeat(existing, request), isNew: false };
    }
    for (let attempt = 1; attempt <= INSERT_ATTEMPTS; attempt += 1) {
      const row = await this.insertion.insert(request, quote, options, { payerId }).catch(refusalOfKey);
      if (row instanceof RequestEntity) {
        const record = await this.accept(row);
        if (review) await this.safety.recordReview(request, record.id, review);
        return { record, isNew: true };
      }
      const existing = await this.findByKey(request);
      if (existing) return { record: await this.repeat(existing, request), isNew: false };
      if (row) throw row;
      // The other request was refused between the two queries, so the key is free again.
    }
    throw unavailable();
  }

  private async accept(row: RequestEntity): Promise<RequestRecord> {
    try {
      if (row.payerId) await this.fund(row, row.payerId);
      await this.calls.call(billingCalls.holdCredits, {
        holdId: row.id,
        userId: row.payerId ?? row.userId,
        credits: row.credits,
        description: describe(row),
        apiKeyId: row.apiKeyId ?? undefined,
      });
    } catch (error) {
      const refusal = toLuitError(error);
      await this.rejected.reject(row.id, refusal, !NOT_HELD.includes(refusal.code));
      throw refusal;
    }
    const record = await this.batcher.add(heldRequest(row));
    // The reconciler has already rejected the row; billing releases the hold.
    if (!record) throw unavailable();
    return record;
  }

  /** Grants the payer account the price of a free retry. */
  private async fund({ id, credits }: RequestEntity, payerId: string): Promise<void> {
    await this.calls.call(billingCalls.grantCredits, {
      userId: payerId,
      credits,
      description: 'Free retry',
      expiresAt: null,
      idempotencyKey: id,
    });
  }

  /** Starts the job of a pending order that holds credits, in the transaction that has locked the order. */
  async startPaid(row: RequestEntity, manager: EntityManager): Promise<void> {
    const [request] = await this.acceptAll([heldRequest(row)], manager);
    if (!request) return;
    await writePush(manager, generationPushes.requestUpdated, { request });
    logAccepted(row, correlation());
  }

  private async acceptHeld(held: HeldRequest[]): Promise<(RequestRecord | undefined)[]> {
    const records = await this.acceptAll(held, this.database.manager);
    this.signals.jobWaiting();
    records.forEach((request, i) => {
      if (!request) return;
      const { row, correlation: cause } = held[i]!;
      logAccepted(row, cause);
      this.pushes.publish(generationPushes.requestUpdated, { request }, cause);
    });
    return records;
  }

  /** Starts jobs with a single statement. Undefined for a request that is no longer in the expected state. */
  private async acceptAll(held: HeldRequest[], manager: EntityManager): Promise<(RequestRecord | undefined)[]> {
    const pending = held.map(({ row }) => toPending(row));
    const times = await this.estimatedTimesOf(pending, manager);
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
      const ownAhead = Math.max(0, unfinished - this.config.userConcurrency);
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

  private async findByKey({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return null;
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  /**
   * Waits while another call is accepting the request, so that concurrent calls of a person with one key get the same answer. API clients
   * get an error instead, as the draft of the Idempotency-Key header requires.
   */
  private async repeat(found: RequestEntity, request: NewRequest): Promise<RequestRecord> {
    if (found.inputHash !== inputHash(request)) {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different request');
    }
    if (found.state === 'accepting' && request.apiKeyId) {
      throw new LuitError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still in progress',
      );
    }
    const end = performance.now() + this.config.limits.acceptDeadlineMs / 2;
    let row: RequestEntity | null = found;
    while (row?.state === 'accepting' && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, REPEAT_POLL_MS));
      row = await this.database.getRepository(RequestEntity).findOneBy({ id: found.id });
    }
    if (row?.state === 'rejected' && row.refusal) throw LuitError.fromWire(row.refusal);
    if (!row || row.state === 'accepting') throw unavailable();
    return toRecord(row, await this.estimates.ofOne(this.database.manager, row));
  }
}

/** Test requests are in no metric. */
function countReceived({ userId }: NewRequest, outcome: string): void {
  if (!isTestAccount(userId)) requestsReceived.inc({ outcome });
}

/** An API key without room for a new request may still repeat an earlier one. */
function refusalOfKey(error: unknown): LuitError {
  if (error instanceof LuitError && error.code === 'key_concurrency_reached') return error;
  throw error;
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

function describe({ type, duration, resolution }: RequestEntity): string {
  return type === 'restore'
    ? `Photo restoration: ${resolution} quality`
    : `Video generation: ${duration} s, ${resolution}`;
}

function requirePrice({ credits }: Quote, { expectedCredits }: NewRequest): void {
  if (expectedCredits === undefined || expectedCredits === credits) return;
  throw new LuitError('price_changed', `The price is now ${credits} credits`, {
    details: { credits, expectedCredits },
  });
}
