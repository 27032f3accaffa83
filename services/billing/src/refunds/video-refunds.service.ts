import { billingEvents } from '@luit/contracts/billing/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RefundsService } from './refunds.service';

/** Razorpay's minimum. */
const MIN_PAISE = 100;

/** Refunds directly paid videos that were not delivered to the card. */
@Injectable()
export class VideoRefundsService {
  constructor(private readonly refunds: RefundsService) {}

  /**
   * Call after the video's hold is released, in the same transaction. Does nothing for a video paid with a pack's credits.
   * Idempotent.
   */
  async refund(requestId: string, manager: EntityManager): Promise<void> {
    const [paid] = await manager.query<{ id: string; user_id: string; credits: number; paise: string }[]>(
      `SELECT p.id, o.user_id, o.credits, refundable_paise(p.id) AS paise
         FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'granted' WHERE o.request_id = $1`,
      [requestId],
    );
    if (!paid) return;
    // Less than the full price if an operator has already refunded a part.
    const amountPaise = Number(paid.paise);
    if (amountPaise >= MIN_PAISE) {
      await this.refunds.requestRefund(
        { key: requestId, paymentId: paid.id, amountPaise, reason: 'job_failed' },
        manager,
      );
    }
    await writeEvent(manager, billingEvents.holdSettled, {
      holdId: requestId,
      userId: paid.user_id,
      state: 'refunded',
      credits: paid.credits,
    });
  }
}
