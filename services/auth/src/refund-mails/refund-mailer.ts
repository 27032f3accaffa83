import { mailJob } from '@luit/contracts/auth/mails';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Tells whoever got money back, once per refund: its id is the mail's. */
@Injectable()
export class RefundMailer {
  constructor(private readonly calls: CallClient) {}

  /** Owes the mail. Nothing to an account that is being deleted: its last mail speaks of refunds under way. */
  async post(refund: PaidRefund, manager: EntityManager): Promise<void> {
    const { userId, email } = await this.payer(refund);
    const { refundId, reason, amountPaise, credits, requestId, accountId } = refund;
    const details = {
      reason,
      amountPaise: String(amountPaise),
      credits: String(credits),
      ...(requestId && { requestId, accountId }),
    };
    const [made] = await manager.query<{ id: string }[]>(
      `INSERT INTO mails (id, user_id, kind, "to", details)
       SELECT $1, u.id, 'refund', coalesce(u.email_as_typed, $3), $4
         FROM (VALUES ($2::uuid)) asked (id) LEFT JOIN users u ON u.id = asked.id AND u.status IN ('active', 'blocked')
        WHERE coalesce(u.email_as_typed, $3) IS NOT NULL
           ON CONFLICT (id) DO NOTHING RETURNING id`,
      [refundId, userId, email, JSON.stringify(details)],
    );
    if (made) await writeJob(manager, mailJob, made.id);
  }

  /** A guest's order may belong to an account by now; only generation knows, and forgets it with the video. */
  private async payer({ buyerId, requestId }: PaidRefund): Promise<{ userId: string | null; email: string | null }> {
    if (buyerId !== null || requestId === null) return { userId: buyerId, email: null };
    return this.calls.call(generationCalls.getOrderOwner, { requestId });
  }
}
