import type { VideoToStart } from '@luit/contracts/billing/payments';
import { LuitError } from '@luit/contracts/errors';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { NewPendingOrder, PendingOrder } from '@luit/contracts/generation/pending-orders';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { PlansService } from '../plans/plans.service';
import { ContentPolicyService } from '../policy/content-policy.service';
import { AcceptanceService } from '../requests/acceptance.service';
import { inputHash, parseNewRequest } from '../requests/new-request';
import { RequestLocks } from '../requests/request-locks';
import { RequestEntity } from '../requests/request.entity';

/** Longer than any road of a payment; one that comes later is refunded. */
const KEEP_UNPAID = '30 days';

/**
 * Videos that are paid for one by one. A draft is a request that waits for its money: nobody sees it, and no job stands
 * behind it until billing says that its credits are held.
 */
@Injectable()
export class PendingOrdersService {
  private readonly log = new Logger(PendingOrdersService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly plans: PlansService,
    private readonly policy: ContentPolicyService,
    private readonly acceptance: AcceptanceService,
  ) {}

  /**
   * Idempotent by owner and key, at the price of the first time.
   *
   * @throws LuitError `validation_failed`, `refused_by_policy`, `unsupported_combination`, `idempotency_conflict`
   */
  async draft({ accountId, guestEmail, ...input }: NewPendingOrder): Promise<PendingOrder> {
    const wish = parseNewRequest(input);
    this.policy.check(wish.prompt);
    const hash = draftHash(wish, guestEmail);
    const earlier = await this.findEarlier(wish);
    const row =
      earlier ??
      (await this.acceptance.insert(wish, await this.plans.quote(wish), {
        state: 'awaiting_payment',
        payerId: accountId,
        guestEmail,
        inputHash: hash,
      })) ??
      (await this.findEarlier(wish));
    if (row?.inputHash !== hash) {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was used for another request');
    }
    const { id, payerId, planId, credits } = row;
    return {
      requestId: id,
      accountId: payerId ?? accountId,
      planId,
      planName: await this.nameOf(planId),
      duration: input.duration,
      credits,
    };
  }

  startPaid(payment: VideoToStart): Promise<void> {
    return this.database.transaction((manager) => this.start(payment, manager));
  }

  /** Begins the job, once, whoever tells of the payment first. What is not known any more is given back. */
  async start({ requestId, accountId, credits }: VideoToStart, manager: EntityManager): Promise<void> {
    const row = (await this.locks.lock(manager, requestId))?.row;
    if (row?.payerId === accountId) {
      if (row.state === 'awaiting_payment') await this.acceptance.makePending(row, manager);
      return;
    }
    this.log.error({ msg: 'A video was paid for that is not known', requestId });
    await writeEvent(manager, generationEvents.requestSettled, {
      requestId,
      userId: accountId,
      outcome: 'rejected',
      credits,
      reason: 'Not accepted',
    });
  }

  /** A guest opened an account: the videos ordered under its address are now in its library. The claims stay good. */
  async adopt({ userId, email }: { userId: string; email: string }, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE requests SET user_id = $1, idempotency_key = NULL, updated_at = now()
        WHERE guest_email = $2 AND user_id = payer_id`,
      [userId, email],
    );
  }

  /** A guest's own account has nobody behind it, so only the address, where one was given, leads to the guest. */
  async orderer(requestId: string): Promise<{ userId: string | null; email: string | null }> {
    const row = await this.database.getRepository(RequestEntity).findOneBy({ id: requestId });
    if (!row) return { userId: null, email: null };
    return row.userId === row.payerId ? { userId: null, email: row.guestEmail } : { userId: row.userId, email: null };
  }

  async deleteExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM requests WHERE state = 'awaiting_payment' AND created_at < now() - interval '${KEEP_UNPAID}'`,
    );
  }

  /** Of an account that is being deleted. A payment that comes later is given back. */
  async deleteUnpaidOf(userId: string): Promise<void> {
    await this.database.query(`DELETE FROM requests WHERE state = 'awaiting_payment' AND user_id = $1`, [userId]);
  }

  private findEarlier({ userId, idempotencyKey }: NewRequest): Promise<RequestEntity | null> {
    if (!idempotencyKey) return Promise.resolve(null);
    return this.database.getRepository(RequestEntity).findOneBy({ userId, idempotencyKey });
  }

  private async nameOf(planId: string): Promise<string> {
    return (await this.plans.list()).plans.find(({ id }) => id === planId)?.name ?? planId;
  }
}

/** Another hash than that of the same wish paid with credits: one key never does both. */
function draftHash(wish: NewRequest, guestEmail: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify(['order', inputHash(wish), guestEmail]))
    .digest('hex');
}
