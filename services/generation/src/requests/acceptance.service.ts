import { billingCalls } from '@luit/contracts/billing/messages';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { toLuitError, unavailable } from '@luit/platform/calls/errors';
import { correlation } from '@luit/platform/tracing/correlation';
import { writeEvent } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import { newClientRef } from '../request-state/steps';
import { PlansService, type Quote } from '../plans/plans.service';
import { ContentPolicyService } from '../policy/content-policy.service';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ACCEPT_SQL } from './accept-statement';
import { inputHash } from './new-request';
import { NO_ESTIMATE, QueueEstimates } from '../dispatch/queue-estimates';
import { requestsReceived } from '../request-state/request-metrics';
import { RejectedRequests } from './rejected-requests';
import { PROGRESS, toRecord } from '../request-state/request-record';
import { RequestEntity } from '../request-state/request.entity';

const REPEAT_POLL_MS = 25;
const INSERT_ATTEMPTS = 5;

/** Error codes of billing after which no credits are held. */
const NOT_HELD: ErrorCode[] = [
  'insufficient_credits',
  'validation_failed',
  'idempotency_conflict',
  'conflict',
  'forbidden',
  'account_closed',
  'user_blocked',
  'user_not_found',
  'not_found',
];

/**
 * Accepts requests: inserts a row in state `accepting`, places the hold, then makes the row `pending` together with its job
 * and event. The reconciler rejects rows that a crash left in `accepting`, and billing then releases their hold.
 */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly plans: PlansService,
    private readonly estimates: QueueEstimates,
    private readonly policy: ContentPolicyService,
    private readonly selection: ProviderSelectionService,
    private readonly rejected: RejectedRequests,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Idempotent by user and key. A refusal frees the key, so a later call with it creates a new request.
   *
   * @param payerId a fresh account that is granted the price, for a free retry
   * @throws LuitError `refused_by_policy`, `unsupported_combination`, `price_changed`, `idempotency_conflict`, and
   *   errors of billing's hold
   */
  async create(request: NewRequest, payerId: string | null = null): Promise<RequestRecord> {
    try {
      this.policy.check(request.prompt);
      const { record, isNew } = await this.createOrRepeat(request, payerId);
      requestsReceived.inc({ outcome: isNew ? 'accepted' : 'repeated' });
      return record;
    } catch (error) {
      requestsReceived.inc({ outcome: toLuitError(error).code });
      throw error;
    }
  }

  private async createOrRepeat(
    request: NewRequest,
    payerId: string | null,
  ): Promise<{ record: RequestRecord; isNew: boolean }> {
    let quote: Quote;
    try {
      quote = await this.plans.quote(request);
      requirePrice(quote, request);
    } catch (error) {
      // A repeated key returns its request even if the price has changed since.
      const existing = await this.findByKey(request);
      if (!existing) throw error;
      return { record: await this.repeat(existing, request), isNew: false };
    }
    for (let attempt = 1; attempt <= INSERT_ATTEMPTS; attempt += 1) {
      const row = await this.insert(request, quote, { payerId });
      if (row) return { record: await this.accept(row), isNew: true };
      const existing = await this.findByKey(request);
      if (existing) return { record: await this.repeat(existing, request), isNew: false };
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
      });
    } catch (error) {
      const refusal = toLuitError(error);
      await this.reject(row.id, refusal, !NOT_HELD.includes(refusal.code));
      throw refusal;
    }
    const record = await this.makePending(row);
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

  /**
   * Rejects a request in state `accepting` and frees its key. The row is kept if billing may have to release a hold, or if
   * concurrent calls with the same key wait for the answer. For a deleted account it keeps neither prompt nor image, because
   * the erasure may already have run.
   *
   * @param mayBeHeld a hold may exist or still arrive, so billing has to release or refuse it
   * @returns false if the request is no longer `accepting`
   */
  async reject(id: string, refusal: LuitError, mayBeHeld: boolean): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if (!mayBeHeld && (await deleteUnkeyed(manager, id))) return true;
      const [rows] = (await manager.query(
        `UPDATE requests SET state = 'rejected', refusal = $2, idempotency_key = NULL, progress = ${PROGRESS.failed},
                prompt = CASE WHEN $3 THEN '' ELSE prompt END, image_key = CASE WHEN $3 THEN NULL ELSE image_key END,
                money_state = CASE WHEN $4 THEN 'held' ELSE 'returned' END, completed_at = now(), updated_at = now()
          WHERE id = $1 AND state = 'accepting' RETURNING coalesce(payer_id, user_id) AS user_id, user_id AS owner_id, credits`,
        [id, JSON.stringify(refusal.toWire()), refusal.code === 'account_closed', mayBeHeld],
      )) as [{ user_id: string; owner_id: string; credits: number }[], number];
      const row = rows[0];
      if (!row) return false;
      await this.rejected.trim(manager, row.owner_id);
      if (mayBeHeld) {
        await writeEvent(manager, generationEvents.requestSettled, {
          requestId: id,
          userId: row.user_id,
          outcome: 'rejected',
          credits: row.credits,
          reason: 'Not accepted',
        });
      }
      return true;
    });
  }

  /**
   * Inserts a row, in state `accepting` unless `changes` say otherwise. Undefined if the key is taken.
   */
  async insert(
    request: NewRequest,
    { plan, model, credits }: Quote,
    changes: Partial<Pick<RequestEntity, 'state' | 'payerId' | 'guestEmail' | 'inputHash'>> = {},
  ): Promise<RequestEntity | undefined> {
    const colorModel = request.restore?.colorRestoration ? this.config.colorModel : null;
    const values = {
      id: uuidv7(),
      userId: request.userId,
      idempotencyKey: request.idempotencyKey ?? null,
      inputHash: inputHash(request),
      type: request.type,
      prompt: request.prompt,
      imageKey: request.imageKey ?? null,
      retryOf: request.retryOf ?? null,
      planId: plan.id,
      model: model.id,
      duration: plan.duration,
      restore: request.restore ?? null,
      resolution: plan.quality,
      credits,
      colorModel,
      provider: this.selection.preferred(colorModel ?? model.id),
      clientRef: newClientRef(),
      runLimitSeconds: plan.runLimitSeconds,
      ...changes,
    };
    const inserted = await this.database
      .createQueryBuilder()
      .insert()
      .into(RequestEntity)
      .values(values)
      .orIgnore()
      .returning(['createdAt'])
      .updateEntity(false)
      .execute();
    const [row] = inserted.raw as { created_at: Date }[];
    return row && Object.assign(new RequestEntity(), values, { createdAt: row.created_at });
  }

  /**
   * Starts the job of a request whose credits are held. A single statement changes the row and writes its job and event.
   * Undefined if the row is no longer in the expected state.
   */
  async makePending(
    row: RequestEntity,
    manager: EntityManager = this.database.manager,
  ): Promise<RequestRecord | undefined> {
    const from = row.state ?? 'accepting';
    const pending = Object.assign(row, {
      state: 'pending',
      progress: PROGRESS.accepted,
      sequence: 1,
      moneyState: 'held',
      completedAt: null,
      outputKey: null,
      posterKey: null,
      lateOutputKey: null,
    } satisfies Partial<RequestEntity>);
    const times = await this.estimates.estimatedTimes(manager, row.planId, row.provider);
    const [accepted]: { position: number; eta: number | null }[] = await manager.query(ACCEPT_SQL, [
      row.id,
      row.userId,
      this.config.limits.queueLimitMs,
      JSON.stringify({ request: toRecord(pending, NO_ESTIMATE) }),
      correlation(),
      times && JSON.stringify(times),
      this.config.userConcurrency,
      from,
    ]);
    return accepted && toRecord(pending, { queuePosition: accepted.position, etaSeconds: accepted.eta });
  }

  private async findByKey({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return null;
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  /** Waits while another call is accepting the request, so that concurrent calls with one key get the same answer. */
  private async repeat(found: RequestEntity, request: NewRequest): Promise<RequestRecord> {
    if (found.inputHash !== inputHash(request)) {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was used for another request');
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

/** Deletes a request without a key, which nobody else can refer to. Free retries are kept for the record. */
async function deleteUnkeyed(manager: EntityManager, id: string): Promise<boolean> {
  const [deleted] = (await manager.query(
    `DELETE FROM requests WHERE id = $1 AND state = 'accepting' AND idempotency_key IS NULL AND payer_id IS NULL RETURNING id`,
    [id],
  )) as [unknown[], number];
  return deleted.length > 0;
}

function describe({ type, duration, resolution }: RequestEntity): string {
  return type === 'restore'
    ? `Photo restoration: ${resolution} quality`
    : `Video generation: ${duration} s, ${resolution}`;
}

function requirePrice({ credits }: Quote, { expectedCredits }: NewRequest): void {
  if (expectedCredits === undefined || expectedCredits === credits) return;
  throw new LuitError('price_changed', `The price is ${credits} credits now`, {
    details: { credits, expectedCredits },
  });
}
