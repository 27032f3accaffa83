import { billingCalls } from '@luit/contracts/billing/messages';
import type { RefundPreview, RefundReceipt } from '@luit/contracts/billing/refunds';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { RefundsService } from './refunds.service';

@Controller()
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @OnCall(billingCalls.refundPurchase)
  refundPurchase(request: { userId: string; transactionId: string; idempotencyKey: string }): Promise<RefundReceipt> {
    return this.refunds.refundPurchase(request);
  }

  @OnCall(billingCalls.refundTransaction)
  refundTransaction(request: {
    adminId: string;
    transactionId: string;
    amountPaise: number;
    reason: string;
    idempotencyKey: string;
  }): Promise<RefundReceipt> {
    return this.refunds.refundTransaction(request);
  }

  @OnCall(billingCalls.previewRefund)
  previewRefund(request: { transactionId: string; amountPaise: number }): Promise<RefundPreview> {
    return this.refunds.preview(request);
  }
}
