import { billingEvents } from '@luit/contracts/billing/messages';
import type { PaidRefund } from '@luit/contracts/billing/refunds';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { RefundMailer } from './refund-mailer';

@Controller()
export class RefundMailsController {
  constructor(private readonly mailer: RefundMailer) {}

  @OnEvent(billingEvents.refundPaid)
  refundPaid(refund: PaidRefund, manager: EntityManager): Promise<void> {
    return this.mailer.queue(refund, manager);
  }
}
