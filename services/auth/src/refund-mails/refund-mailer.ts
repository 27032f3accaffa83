import { mailJob } from '@luit/contracts/auth/mails';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Mails the payer once per refund: the mail has the id of the refund. */
@Injectable()
export class RefundMailer {
  constructor(private readonly calls: CallClient) {}

  /** Queues the mail. Skips accounts that are being deleted: their last mail mentions pending refunds. */
  async queue(refund: PaidRefund, manager: EntityManager): Promise<void> {
    const { userId, email } = await this.findPayer(refund);
    const { refundId, reason, amountPaise, credits, requestId, accountId, orderId, paymentId } = refund;
    const details = {
      reason,
      amountPaise: String(amountPaise),
      credits: String(credits),
      ...(requestId && { requestId, accountId }),
      ...(orderId && { orderId }),
      ...(paymentId && { paymentId }),
    };
    const [queued] = await manager.query<{ id: string }[]>(
      `INSERT INTO mails (id, user_id, kind, "to", details)
       SELECT $1, u.id, 'refund', coalesce(u.email_as_typed, $3), $4
         FROM (VALUES ($2::uuid)) payer (id) LEFT JOIN users u ON u.id = payer.id AND u.status IN ('active', 'blocked')
        WHERE coalesce(u.email_as_typed, $3) IS NOT NULL
           ON CONFLICT (id) DO NOTHING RETURNING id`,
      [refundId, userId, email, JSON.stringify(details)],
    );
    if (queued) await writeJob(manager, mailJob, queued.id);
  }

  /** A guest's order may have been linked to an account since. Only generation knows, until the video is erased. */
  private async findPayer({
    buyerId,
    requestId,
  }: PaidRefund): Promise<{ userId: string | null; email: string | null }> {
    if (buyerId !== null || requestId === null) return { userId: buyerId, email: null };
    return this.calls.call(generationCalls.getOrderOwner, { requestId });
  }
}
