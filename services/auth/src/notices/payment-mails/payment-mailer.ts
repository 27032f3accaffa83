import type { MailKind } from '@luit/contracts/auth/mails';
import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import type { IssuedReceipt } from '@luit/contracts/billing/receipts';
import type { PaidRefund, RefundProgress } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { OrderOwner } from '@luit/contracts/generation/pending-orders';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { MailsService } from '../../records/queued-mails/mails.service';
import { WebPushMessagesService } from '../web-push/web-push-messages.service';

interface PaymentMail {
  /** The id of the object that the mail is about, so that it is mailed once. */
  id: string;
  kind: Extract<MailKind, 'receipt' | 'refund' | 'refund_delayed'>;
  details: Record<string, string>;
}

type Payer = Pick<PaidRefund, 'buyerId' | 'requestId'>;

/** Notifies payers of their payments by mail, guests of the link to their video, and users of refunds by web push as well. */
@Injectable()
export class PaymentMailer {
  constructor(
    private readonly calls: CallClient,
    private readonly mails: MailsService,
    private readonly webPushes: WebPushMessagesService,
  ) {}

  /** Mails the link to a paid video, if a guest gave an address. */
  @OnEvent(billingEvents.videoPaid)
  async queueGuestAccess(video: PaidVideo, manager: EntityManager): Promise<void> {
    const { email, requestId, accountId, orderId } = video;
    if (!email) return;
    const { language } = await this.calls.call(generationCalls.getOrderOwner, { requestId });
    const details = { requestId, accountId, ...(orderId && { orderId }) };
    await this.mails.queueGuestAccess(manager, { email, language }, details);
  }

  @OnEvent(billingEvents.refundPaid)
  async queueRefund(refund: PaidRefund, manager: EntityManager): Promise<void> {
    const { refundId, send = 1, reason, amountPaise, credits, requestId, accountId, orderId, paymentId } = refund;
    const details = {
      ...{ refundId, reason },
      ...(refund.paidReference && { paidReference: refund.paidReference }),
      amountPaise: String(amountPaise),
      credits: String(credits),
      ...(requestId && { requestId, accountId }),
      ...(orderId && { orderId }),
      ...(paymentId && { paymentId }),
    };
    // The bank may fail a refund after it was paid; then it is paid again.
    const id = send === 1 ? refundId : uuidOf(`refund ${refundId} ${send}`);
    const userId = await this.queue({ id, kind: 'refund', details }, refund, manager);
    if (userId) await this.webPushes.queue(manager, { id, userId, kind: 'refund', details });
  }

  /** Mails that a refund takes longer, once for each time that it is delayed. */
  @OnEvent(billingEvents.refundProgressed)
  async queueRefundDelayed(refund: RefundProgress, manager: EntityManager): Promise<void> {
    if (refund.progress !== 'delayed') return;
    const { refundId, send, amountPaise, requestId, accountId, orderId, paymentId } = refund;
    const details = {
      ...{ amountPaise: String(amountPaise), refundId, orderId, paymentId },
      ...(requestId && { requestId, accountId }),
    };
    // A guest's mail is deleted once it is sent, so its ID must not depend on earlier mails.
    const id = uuidOf(`refund_delayed ${refundId} ${send}`);
    await this.queue({ id, kind: 'refund_delayed', details }, refund, manager);
  }

  @OnEvent(billingEvents.receiptIssued)
  async queueReceipt(receipt: IssuedReceipt, manager: EntityManager): Promise<void> {
    const { receiptId, kind, number, description, amountPaise, paidAt, requestId, accountId } = receipt;
    const { orderId, razorpayOrderId, paymentId } = receipt;
    const details = {
      ...{ document: kind, number, description, paidAt, orderId, razorpayOrderId, paymentId },
      amountPaise: String(amountPaise),
      ...(requestId && { requestId, accountId }),
    };
    await this.queue({ id: receiptId, kind: 'receipt', details }, receipt, manager);
  }

  /**
   * Skips accounts that are being deleted: their last mail mentions pending refunds and the documents that are kept.
   *
   * @returns the id of the payer's account; null for a guest
   */
  private async queue(mail: PaymentMail, payer: Payer, manager: EntityManager): Promise<string | null> {
    const owner = await this.find(payer);
    await this.mails.queueToOwner(manager, owner, mail);
    return owner.userId;
  }

  /** A guest's order may have been linked to an account since. Only generation knows, until the video is erased. */
  private async find({ buyerId, requestId }: Payer): Promise<OrderOwner> {
    if (buyerId !== null || requestId === null) return { userId: buyerId, email: null, language: null };
    return this.calls.call(generationCalls.getOrderOwner, { requestId });
  }
}

/** A UUID (version 8) of a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
