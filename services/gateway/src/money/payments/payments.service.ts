import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentVerification, VerificationBody, VideoToStart } from '@luit/contracts/billing/payments';
import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import { generationCalls } from '@luit/contracts/generation/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { addLogFields } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';

@Injectable()
export class PaymentsService {
  private readonly log = new Logger(PaymentsService.name);

  constructor(private readonly calls: CallClient) {}

  /** Without an idempotency key every call is a separate refund, and the second one finds no unused credits. */
  async refund(userId: string, transactionId: string, idempotencyKey: string = uuidv7()): Promise<RefundReceipt> {
    const receipt = await this.calls.call(billingCalls.refundPurchase, { userId, transactionId, idempotencyKey });
    addLogFields({ refundId: receipt.refundId });
    return receipt;
  }

  /**
   * Needs no token: the signature proves the payment, and the stored order determines the owner. Starts a paid video before
   * it returns; if generation is unavailable, the payment's event starts the video later.
   */
  async verify(input: VerificationBody): Promise<PaymentVerification> {
    const { video, ...verification } = await this.calls.call(billingCalls.verifyPayment, {
      razorpayOrderId: input.razorpay_order_id,
      razorpayPaymentId: input.razorpay_payment_id,
      signature: input.razorpay_signature,
    });
    addLogFields({ razorpayOrderId: input.razorpay_order_id, paymentId: input.razorpay_payment_id });
    if (video) await this.start(video);
    return verification;
  }

  private async start(video: VideoToStart): Promise<void> {
    try {
      await this.calls.call(generationCalls.startPaidVideo, video);
    } catch (error) {
      this.log.warn({
        msg: 'Starting a paid video failed; the payment event will start it',
        requestId: video.requestId,
        err: error,
      });
    }
  }
}
