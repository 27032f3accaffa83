import { billingCalls } from '@luit/contracts/billing/messages';
import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { CallClient } from '@luit/platform/calls/call-client';
import { toLuitError, unavailable } from '@luit/platform/calls/errors';
import { correlation } from '@luit/platform/context';
import { writeEvent } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import { newClientRef } from '../jobs/steps';
import { PlansService, type Quote } from '../plans/plans.service';
import { ContentPolicyService } from '../policy/content-policy.service';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ACCEPT_SQL } from './accept-statement';
import { inputHash, parseNewRequest } from './new-request';
import { NO_ESTIMATE, QueueEstimates } from './queue-estimates';
import { requestsReceived } from './request-metrics';
import { RejectedRequests } from './rejected-requests';
import { PROGRESS, toRecord } from './request-record';
import { RequestEntity } from './request.entity';

const LOOK_AGAIN_MS = 25;
const INSERT_ATTEMPTS = 5;

/** Billing's answers after which surely no credits are held. */
const HELD_NOTHING: ErrorCode[] = [
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
 * Takes a request in: a row `accepting`, the hold, then `pending` together with its job and event. Whatever ends it in
 * between, the hold ends with the row: what is left `accepting` is rejected by the reconciler, and only then released.
 */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: DataSource,
    private readonly calls: CallClient,
    private readonly plans: PlansService,
    private readonly estimates: QueueEstimates,
    private readonly policy: ContentPolicyService,
    private readonly choice: ProviderSelectionService,
    private readonly rejected: RejectedRequests,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Idempotent by user and key: the same wish is answered with the same request. A refusal frees the key, so that the
   * same call may be made again once there are credits; it makes a new request with a hold of its own.
   *
   * @param payerId an account that nobody else has, where it is on the house: it is given what the request costs
   * @throws LuitError `validation_failed`, `refused_by_policy`, `unsupported_combination`, `price_changed`, `idempotency_conflict`, and
   *   what billing answers to the hold
   */
  async create(input: NewRequest, payerId: string | null = null): Promise<RequestRecord> {
    try {
      const wish = parseNewRequest(input);
      this.policy.check(wish.prompt);
      const { record, isNew } = await this.createOrRepeat(wish, payerId);
      requestsReceived.inc({ outcome: isNew ? 'accepted' : 'repeated' });
      return record;
    } catch (error) {
      requestsReceived.inc({ outcome: toLuitError(error).code });
      throw error;
    }
  }

  private async createOrRepeat(
    wish: NewRequest,
    payerId: string | null,
  ): Promise<{ record: RequestRecord; isNew: boolean }> {
    let quote: Quote;
    try {
      quote = await this.plans.quote(wish);
      requirePrice(quote, wish);
    } catch (error) {
      // What was accepted at yesterday's price is answered as it was.
      const earlier = await this.findEarlier(wish);
      if (!earlier) throw error;
      return { record: await this.repeat(earlier, wish), isNew: false };
    }
    for (let attempt = 1; attempt <= INSERT_ATTEMPTS; attempt += 1) {
      const row = await this.insert(wish, quote, { payerId });
      if (row) return { record: await this.accept(row), isNew: true };
      const earlier = await this.findEarlier(wish);
      if (earlier) return { record: await this.repeat(earlier, wish), isNew: false };
      // Refused between the two looks, so its key is free again.
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
      await this.reject(row.id, refusal, !HELD_NOTHING.includes(refusal.code));
      throw refusal;
    }
    const record = await this.makePending(row);
    // The reconciler was faster: the row is rejected, and the hold released with it.
    if (!record) throw unavailable();
    return record;
  }

  /** What it costs is given by us, to be held at once. */
  private async fund({ id, credits }: RequestEntity, payerId: string): Promise<void> {
    await this.calls.call(billingCalls.grantCredits, {
      userId: payerId,
      credits,
      description: 'Tried again on the house',
      expiresAt: null,
      idempotencyKey: id,
    });
  }

  /**
   * Ends what was not accepted, and frees its key. Of a closed account nothing is kept: it may have been erased already.
   * The row stays only where somebody may need it: billing, which has to release a hold, or those who asked with the same
   * key meanwhile and wait for this answer.
   *
   * @param mayBeHeld billing has to release it, or to refuse it where it comes later
   * @returns false where it was accepted or rejected already
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
   * The row of a wish: `accepting`, unless `changes` say otherwise. Undefined where the key is taken.
   */
  async insert(
    wish: NewRequest,
    { plan, model, credits }: Quote,
    changes: Partial<Pick<RequestEntity, 'state' | 'payerId' | 'guestEmail' | 'inputHash'>> = {},
  ): Promise<RequestEntity | undefined> {
    const colorModel = wish.restore?.colorRestoration ? this.config.colorModel : null;
    const values = {
      id: uuidv7(),
      userId: wish.userId,
      idempotencyKey: wish.idempotencyKey ?? null,
      inputHash: inputHash(wish),
      type: wish.type,
      prompt: wish.prompt,
      imageKey: wish.imageKey ?? null,
      retryOf: wish.retryOf ?? null,
      planId: plan.id,
      model: model.id,
      duration: plan.duration,
      restore: wish.restore ?? null,
      resolution: plan.quality,
      credits,
      colorModel,
      provider: this.choice.preferred(colorModel ?? model.id),
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
    const [made] = inserted.raw as { created_at: Date }[];
    return made && Object.assign(new RequestEntity(), values, { createdAt: made.created_at });
  }

  /**
   * Credits are held, so the job begins. One statement: a request is accepted with its job and its event or not at all.
   * Undefined where the row is in another state by now.
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
    const expected = await this.estimates.expected(manager, row.planId, row.provider);
    const [made]: { position: number; eta: number | null }[] = await manager.query(ACCEPT_SQL, [
      row.id,
      row.userId,
      this.config.limits.queueLimitMs,
      JSON.stringify({ request: toRecord(pending, NO_ESTIMATE) }),
      correlation(),
      expected && JSON.stringify(expected),
      this.config.userConcurrency,
      from,
    ]);
    return made && toRecord(pending, { queuePosition: made.position, etaSeconds: made.eta });
  }

  private async findEarlier({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return null;
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  /** Waits for whoever is accepting it, so that all who ask at once get one answer. */
  private async repeat(found: RequestEntity, wish: NewRequest): Promise<RequestRecord> {
    if (found.inputHash !== inputHash(wish)) {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was used for another request');
    }
    const end = performance.now() + this.config.limits.acceptDeadlineMs / 2;
    let row: RequestEntity | null = found;
    while (row?.state === 'accepting' && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      row = await this.database.getRepository(RequestEntity).findOneBy({ id: found.id });
    }
    if (row?.state === 'rejected' && row.refusal) throw LuitError.fromWire(row.refusal);
    if (!row || row.state === 'accepting') throw unavailable();
    return toRecord(row, await this.estimates.ofOne(this.database.manager, row));
  }
}

/** Nobody else asks for a request that has no key, so nothing is left of it. What we paid for ourselves stays on record. */
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
