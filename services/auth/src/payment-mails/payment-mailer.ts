import type { MailKind } from '@luit/contracts/auth/mails';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import type { IssuedReceipt } from '@luit/contracts/billing/receipts';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { OrderOwner } from '@luit/contracts/generation/pending-orders';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsService } from '../mails/mails.service';
import { WebPushMessagesService } from '../web-push/web-push-messages.service';

interface PaymentMail {
  /** The id of what the mail is about, so that it is mailed once. */
  id: string;
  kind: Extract<MailKind, 'receipt' | 'refund'>;
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
  async queueGuestAccess(video: PaidVideo, manager: EntityManager): Promise<void> {
    const { email, requestId, accountId, orderId } = video;
    if (!email) return;
    const { language } = await this.calls.call(generationCalls.getOrderOwner, { requestId });
    const details = { requestId, accountId, ...(orderId && { orderId }) };
    await this.mails.queueGuestAccess(manager, { email, language }, details);
  }

  async queueRefund(refund: PaidRefund, manager: EntityManager): Promise<void> {
    const { refundId, reason, amountPaise, credits, requestId, accountId, orderId, paymentId } = refund;
    const details = {
      reason,
      amountPaise: String(amountPaise),
      credits: String(credits),
      ...(requestId && { requestId, accountId }),
      ...(orderId && { orderId }),
      ...(paymentId && { paymentId }),
    };
    const userId = await this.queue({ id: refundId, kind: 'refund', details }, refund, manager);
    if (userId) await this.webPushes.queue(manager, { id: refundId, userId, kind: 'refund', details });
  }

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
