import { billingEvents } from '@luit/contracts/billing/messages';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RefundsService } from './refunds.service';

/** The least that Razorpay refunds. */
const MIN_PAISE = 100;

/** A video that was paid for directly and did not come: what it cost goes back to the card, once. */
@Injectable()
export class VideoRefundsService {
  constructor(private readonly refunds: RefundsService) {}

  /** After the release of the video's hold, in its transaction. Does nothing for a video that credits of a pack paid for. */
  async refund(requestId: string, manager: EntityManager): Promise<void> {
    const [paid] = await manager.query<{ id: string; user_id: string; credits: number; paise: string }[]>(
      `SELECT p.id, o.user_id, o.credits, refundable_paise(p.id) AS paise
         FROM orders o JOIN payments p ON p.order_id = o.id AND p.state = 'granted' WHERE o.request_id = $1`,
      [requestId],
    );
    if (!paid) return;
    // An operator may have given some of it back before.
    const amountPaise = Number(paid.paise);
    if (amountPaise >= MIN_PAISE) {
      await this.refunds.requestRefund(
        { key: requestId, paymentId: paid.id, amountPaise, reason: 'job_failed' },
        manager,
      );
    }
    const told = { holdId: requestId, userId: paid.user_id, state: 'refunded' as const, credits: paid.credits };
    await writeEvent(manager, billingEvents.holdSettled, told);
  }
}
