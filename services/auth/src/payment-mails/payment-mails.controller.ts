import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidVideo } from '@luit/contracts/billing/payments';
import type { IssuedReceipt } from '@luit/contracts/billing/receipts';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { PaymentMailer } from './payment-mailer';

@Controller()
export class PaymentMailsController {
  constructor(private readonly mailer: PaymentMailer) {}

  @OnEvent(billingEvents.videoPaid)
  videoPaid(video: PaidVideo, manager: EntityManager): Promise<void> {
    return this.mailer.queueGuestAccess(video, manager);
  }

  @OnEvent(billingEvents.refundPaid)
  refundPaid(refund: PaidRefund, manager: EntityManager): Promise<void> {
    return this.mailer.queueRefund(refund, manager);
  }

  @OnEvent(billingEvents.receiptIssued)
  receiptIssued(receipt: IssuedReceipt, manager: EntityManager): Promise<void> {
    return this.mailer.queueReceipt(receipt, manager);
  }
}
