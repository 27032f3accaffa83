import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentVerification, VideoToStart } from '@luit/contracts/billing/payments';
import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { VerifyDto } from './payments.dto';

@Injectable()
export class PaymentsService {
  private readonly log = new Logger(PaymentsService.name);

  constructor(private readonly calls: CallClient) {}

  /** Without a key of the client's each call is a refund of its own, and the second finds nothing unused. */
  refund(userId: string, transactionId: string, idempotencyKey: string = uuidv7()): Promise<RefundReceipt> {
    return this.calls.call(billingCalls.refundPurchase, { userId, transactionId, idempotencyKey });
  }

  /**
   * Needs no token: the signature proves the payment, and the stored order knows whose it is. A video that was paid for
   * is there when this answers; where generation does not answer, the payment's event brings it.
   */
  async verify(input: VerifyDto): Promise<PaymentVerification> {
    const { video, ...verification } = await this.calls.call(billingCalls.verifyPayment, {
      razorpayOrderId: input.razorpay_order_id,
      razorpayPaymentId: input.razorpay_payment_id,
      signature: input.razorpay_signature,
    });
    if (video) await this.start(video);
    return verification;
  }

  private async start(video: VideoToStart): Promise<void> {
    try {
      await this.calls.call(generationCalls.startPaidVideo, video);
    } catch (error) {
      this.log.warn({ msg: 'A paid video starts a little later', requestId: video.requestId, err: error });
    }
  }
}
