import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import type { AcceptedRecord, NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { toLuitError, unavailable } from '@luit/platform/errors/errors';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { OptionsService } from '../options/options.service';
import type { StoredOptions } from '../request-rows/stored-options';
import { type Quote, QuotesService } from '../options/quotes.service';
import { inputHash, InsertionService } from './insertion.service';
import { JobStartsService } from './job-starts.service';
import { NO_ESTIMATE, QueueEstimates } from '../estimates/queue-estimates';
import { requestsReceived } from '../request-state/request-metrics';
import { RejectedRequests } from './rejected-requests';
import { RefusedPrompt } from '../safety/refused-prompt';
import type { Match } from '../safety/rule-set';
import { SafetyService } from '../safety/safety.service';
import { ServiceStatusService } from '../service-status/service-status.service';
import { toRecord } from '../request-state/request-record';
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

interface PricedRequest {
  quote: Quote;
  options: StoredOptions | null;
  /** What operators shall review once the request is accepted; null if nothing. */
  review: Match | null;
}

/**
 * Accepts requests: inserts a row in state `accepting`, places the hold, then makes the row `pending` and signals the
 * dispatcher. Each step is a statement or call that concurrent requests share. The reconciler rejects rows that a crash left in
 * `accepting`, and billing then releases their hold.
 */
@Injectable()
export class AcceptanceService {
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
    private readonly starts: JobStartsService,
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
  async create(request: NewRequest, payerId: string | null = null): Promise<AcceptedRecord> {
    try {
      const { record, isNew } = await this.createOrRepeat(request, payerId);
      countReceived(request, isNew ? 'accepted' : 'repeated');
      return record;
    } catch (error) {
      countReceived(request, toLuitError(error).code);
      throw error;
    }
  }

  /** Prices a request, inserts it, holds its credits and starts its job; or gives the answer to the earlier request with its key. */
  private async createOrRepeat(
    request: NewRequest,
    payerId: string | null,
  ): Promise<{ record: AcceptedRecord; isNew: boolean }> {
    const priced = await this.price(request, payerId);
    if (priced instanceof RequestEntity) return { record: await this.repeat(priced, request), isNew: false };
    const rows = await this.insert(request, priced, payerId);
    if (rows instanceof RequestEntity) return { record: await this.repeat(rows, request), isNew: false };
    await this.hold(rows);
    const record = accepted(await this.starts.start(rows));
    if (priced.review) await this.safety.recordReview(request, record.id, priced.review);
    return { record, isNew: true };
  }

  /**
   * Returns the earlier request with the key of a request that is refused now: a repeated key gets its answer although the price or the
   * content policy has changed, or new jobs were paused, since.
   */
  private async price(request: NewRequest, payerId: string | null): Promise<PricedRequest | RequestEntity> {
    try {
      const foundByRules = await this.safety.check(request);
      // Test requests use nothing that a pause protects.
      if (!isTestAccount(request.userId)) await this.status.assertNewJobsAccepted();
      const quote = await this.quotes.quote(request);
      requirePrice(quote, request);
      const options = await this.options.resolve(request, quote);
      const foundByClassifier = await this.safety.classify(request);
      return { quote, options, review: foundByRules ?? foundByClassifier };
    } catch (error) {
      const earlier = await this.findByKey(request);
      if (earlier) return earlier;
      // An operator's retry does not count against the owner.
      if (error instanceof RefusedPrompt && !payerId) await this.safety.recordRefusal(request, error);
      throw error;
    }
  }

  /** The rows of the new request, or the earlier one with the same key, even if the API key has no room for a new request. */
  private async insert(
    request: NewRequest,
    { quote, options }: PricedRequest,
    payerId: string | null,
  ): Promise<RequestEntity[] | RequestEntity> {
    for (let attempt = 1; attempt <= INSERT_ATTEMPTS; attempt += 1) {
      const rows = await this.insertion.insert(request, quote, options, { payerId }).catch(refusalOfKey);
      if (Array.isArray(rows)) return rows;
      const earlier = await this.findByKey(request);
      if (earlier) return earlier;
      if (rows) throw rows;
      // The other request was refused between the two queries, so the key is free again.
    }
    throw unavailable();
  }

  /** Holds the credits of all rows or none, and rejects all if they cannot be held. */
  private async hold(rows: RequestEntity[]): Promise<void> {
    const [row, ...siblings] = rows as [RequestEntity, ...RequestEntity[]];
    try {
      if (row.payerId) await this.fund(row, row.payerId);
      await this.calls.call(billingCalls.holdCredits, {
        holdId: row.id,
        ...(siblings.length > 0 && { siblingIds: siblings.map(({ id }) => id) }),
        userId: row.payerId ?? row.userId,
        credits: row.credits,
        description: describe(row),
        apiKeyId: row.apiKeyId ?? undefined,
      });
    } catch (error) {
      const refusal = toLuitError(error);
      const ids = rows.map(({ id }) => id);
      await this.rejected.reject(ids, refusal, !NOT_HELD.includes(refusal.code));
      throw refusal;
    }
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

  /** The request with the others of its set. */
  private async recordsOf(row: RequestEntity): Promise<RequestRecord[]> {
    const { manager } = this.database;
    const order = { setIndex: 'ASC' } as const;
    const rows = row.setId === null ? [row] : await manager.find(RequestEntity, { where: { setId: row.setId }, order });
    const estimates = await this.estimates.of(manager, rows);
    return rows.map((each) => toRecord(each, estimates.get(each.id) ?? NO_ESTIMATE));
  }

  private async findByKey({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return null;
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  /**
   * Waits while another call is accepting the request, so that concurrent calls of a person with one key get the same answer. API clients
   * get an error instead, as the draft of the Idempotency-Key header requires.
   */
  private async repeat(found: RequestEntity, request: NewRequest): Promise<AcceptedRecord> {
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
    return accepted(await this.recordsOf(row));
  }
}

/** The answer to a request: the first of its results, with the others. */
function accepted([first, ...siblings]: RequestRecord[]): AcceptedRecord {
  return { ...first!, siblings };
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

function describe({ type, duration, resolution }: RequestEntity): string {
  if (type === 'image') return 'Image generation';
  return type === 'restore'
    ? `Photo restoration: ${resolution} quality`
    : `Video generation: ${duration} s, ${resolution}`;
}

function requirePrice({ credits: ofEach, count }: Quote, { expectedCredits }: NewRequest): void {
  const credits = ofEach * count;
  if (expectedCredits === undefined || expectedCredits === credits) return;
  throw new LuitError('price_changed', `The price is now ${credits} credits`, {
    details: { credits, expectedCredits },
  });
}
