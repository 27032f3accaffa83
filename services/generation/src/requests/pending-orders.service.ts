import { authEvents } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { VideoToStart } from '@luit/contracts/billing/payments';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationEvents } from '@luit/contracts/generation/messages';
import type { NewPendingOrder, OrderOwner, PendingOrder } from '@luit/contracts/generation/pending-orders';
import type { NewRequest } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { OnEvent } from '@luit/platform/events/on-event';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { OptionsService } from '../options/options.service';
import { QuotesService } from '../options/quotes.service';
import { PlansService } from '../plans/plans.service';
import { RefusedPrompt } from '../safety/refused-prompt';
import type { Match } from '../safety/rule-set';
import { SafetyService } from '../safety/safety.service';
import { ServiceStatusService } from '../service-status/service-status.service';
import { inputHash, InsertionService } from './insertion.service';
import { JobStartsService } from './job-starts.service';
import { logJobChange } from '../request-state/job-log';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { RequestEntity } from '../request-rows/request.entity';

const ONE_RESULT = 'An order is for one result. With credits you can ask for several at once.';

/**
 * Orders for single videos and images. A pending order is a request in state `awaiting_payment`: it is hidden, and its job starts once
 * billing has held its credits.
 */
@Injectable()
export class PendingOrdersService {
  private readonly log = new Logger(PendingOrdersService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly plans: PlansService,
    private readonly quotes: QuotesService,
    private readonly options: OptionsService,
    private readonly status: ServiceStatusService,
    private readonly safety: SafetyService,
    private readonly insertion: InsertionService,
    private readonly starts: JobStartsService,
    private readonly signals: QueueSignals,
  ) {}

  /**
   * Idempotent by owner and key; a repeated call returns the price of the first.
   *
   * @throws LuitError `generation_paused`, `refused_by_policy`, `too_many_requests` after repeated refusals, `idempotency_conflict`, and errors of a quote and of its options
   */
  @OnCall(generationCalls.createPendingOrder)
  async create({ accountId, guestEmail, guestLanguage, ...request }: NewPendingOrder): Promise<PendingOrder> {
    const hash = orderHash(request, guestEmail);
    const existing = await this.findByKey(request);
    const checked = { ...request, isGuest: request.userId === accountId };
    const review = existing ? null : await this.check(checked);
    if (!existing) await this.status.assertNewJobsAccepted();
    const guest = { guestEmail, guestLanguage };
    const changes = { state: 'awaiting_payment', payerId: accountId, inputHash: hash, ...guest } as const;
    const row = existing ?? (await this.insert(request, changes)) ?? (await this.findByKey(request));
    if (row?.inputHash !== hash) {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different request');
    }
    const { id, payerId, planId, duration, resolution, credits } = row;
    if (!existing) logJobChange(row, 'order created', { planId, credits });
    if (review) await this.safety.recordReview(checked, id, review);
    return {
      requestId: id,
      accountId: payerId ?? accountId,
      planId,
      planName:
        (await this.planName(planId)) ?? (duration === null ? 'Image' : `Video of ${duration} s in ${resolution}`),
      duration,
      credits,
    };
  }

  @OnCall(generationCalls.startPaidVideo)
  async startPaid(payment: VideoToStart): Promise<void> {
    await this.database.transaction((manager) => this.start(payment, manager));
    this.signals.jobWaiting();
  }

  /**
   * Starts the job once, whether the call or the event arrives first. If the order no longer exists, generation makes
   * billing refund the payment.
   */
  @OnEvent(billingEvents.videoPaid)
  async start({ requestId, accountId, credits }: VideoToStart, manager: EntityManager): Promise<void> {
    const row = (await this.locks.lock(manager, requestId))?.row;
    if (row?.payerId === accountId) {
      if (row.state === 'awaiting_payment') await this.starts.startPaid(row, manager);
      return;
    }
    this.log.error({ msg: 'Payment received for an unknown order; refunding it', requestId });
    await writeEvent(manager, generationEvents.requestSettled, {
      requestId,
      userId: accountId,
      outcome: 'rejected',
      credits,
      reason: 'Rejected',
    });
  }

  /** Account linking: the account that confirmed a guest's address becomes the owner. Guest access tokens stay valid. */
  @OnEvent(authEvents.userConfirmed)
  async linkToAccount({ userId, email }: { userId: string; email: string }, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE requests SET user_id = $1, idempotency_key = NULL, updated_at = now()
        WHERE guest_email = $2 AND user_id = payer_id`,
      [userId, email],
    );
  }

  /** For a guest order, the email address if the guest gave one, because nobody owns the order's account; otherwise the user. */
  @OnCall(generationCalls.getOrderOwner)
  async getOwner({ requestId }: RequestOf<typeof generationCalls.getOrderOwner>): Promise<OrderOwner> {
    const row = await this.database.getRepository(RequestEntity).findOneBy({ id: requestId });
    if (!row) return { userId: null, email: null, language: null };
    const { userId, payerId, guestEmail: email, guestLanguage: language } = row;
    return userId === payerId ? { userId: null, email, language } : { userId, email: null, language };
  }

  /** For an account deletion. A payment that arrives later is refunded. */
  async deleteUnpaidOf(userId: string): Promise<void> {
    await this.database.query(`DELETE FROM requests WHERE state = 'awaiting_payment' AND user_id = $1`, [userId]);
  }

  private async check(request: NewRequest & { isGuest: boolean }): Promise<Match | null> {
    try {
      const review = await this.safety.check(request);
      return (await this.safety.classify(request)) ?? review;
    } catch (error) {
      if (error instanceof RefusedPrompt) await this.safety.recordRefusal(request, error);
      throw error;
    }
  }

  private async insert(request: NewRequest, changes: Parameters<InsertionService['insert']>[3]) {
    const quote = await this.quotes.quote(request);
    if (quote.count > 1) throw new LuitError('validation_failed', ONE_RESULT, { details: { count: ONE_RESULT } });
    const [row] =
      (await this.insertion.insert(request, quote, await this.options.resolve(request, quote), changes)) ?? [];
    return row;
  }

  private findByKey({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return Promise.resolve(null);
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  private async planName(planId: string): Promise<string | undefined> {
    return (await this.plans.list()).plans.find(({ id }) => id === planId)?.name;
  }
}

/** Differs from the hash of the same request paid with credits, so that one key never does both. */
function orderHash(request: NewRequest, guestEmail: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify(['order', inputHash(request), guestEmail]))
    .digest('hex');
}
