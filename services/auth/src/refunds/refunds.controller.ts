import { billingEvents, type PaidRefund } from '@luit/contracts/billing';
import { OnEvent } from '@luit/platform/events/on-event';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { RefundMails } from './refund-mails.service';

@Controller()
export class RefundsController {
  constructor(private readonly mails: RefundMails) {}

  @OnEvent(billingEvents.refundPaid)
  refundPaid(refund: PaidRefund, manager: EntityManager): Promise<void> {
    return this.mails.post(refund, manager);
  }
}
