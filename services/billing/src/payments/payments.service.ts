import { billingCalls } from '@luit/contracts/billing/messages';
import type { PaymentVerification, VideoToStart } from '@luit/contracts/billing/payments';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { OrderEntity } from '../orders/order.entity';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { toUserError } from '../razorpay/razorpay.errors';
import { SettlementService, type SettlementResult } from './settlement.service';

export type Verification = RequestOf<typeof billingCalls.verifyPayment>;
export type Verified = PaymentVerification & { video?: VideoToStart };

@Injectable()
export class PaymentsService {
  private readonly log = new Logger(PaymentsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly razorpay: RazorpayClient,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Verifies the payment that the browser reports after checkout. The signature proves that Razorpay issued the payment for
   * this order; the amount and the status come from Razorpay's API.
   *
   * @throws LuitError `invalid_signature`, `payment_mismatch`, `conflict` (not paid, or the order was already paid),
   *   `unavailable`
   */
  @OnCall(billingCalls.verifyPayment)
  async verify(request: Verification): Promise<Verified> {
    const { razorpayOrderId, razorpayPaymentId, signature } = request;
    const order = await this.orders.findOneBy({ razorpayOrderId });
    const storedId = order?.razorpayOrderId;
    if (!storedId || !this.razorpay.isPaymentSigned(storedId, razorpayPaymentId, signature)) {
      this.log.warn({ msg: 'Payment verification failed: wrong signature', razorpayOrderId, razorpayPaymentId });
      throw new LuitError('invalid_signature', 'Payment verification failed');
    }
    const known = await this.findGrant(order.id, razorpayPaymentId);
    return toVerified(known ?? (await this.fetchAndSettle(order, razorpayPaymentId)), order);
  }

  private async fetchAndSettle(order: OrderEntity, paymentId: string): Promise<SettlementResult | null> {
    try {
      return await this.settlement.settleFetched(order, await this.razorpay.fetchPayment(paymentId), 'verify');
    } catch (error) {
      throw toUserError(error);
    }
  }

  private async findGrant(orderId: string, paymentId: string): Promise<SettlementResult | null> {
    const [row] = await this.database.query<{ transaction_id: string }[]>(
      `SELECT transaction_id FROM payments WHERE id = $1 AND order_id = $2 AND state = 'granted'`,
      [paymentId, orderId],
    );
    return row ? { outcome: 'granted', transactionId: row.transaction_id } : null;
  }
}

const ACCOUNT_CLOSED_TEXT =
  'This account is being deleted, so the payment did not add credits. It will be refunded to your payment method.';

function toVerified(settled: SettlementResult | null, order: OrderEntity): Verified {
  const { requestId, userId: accountId, credits } = order;
  const video = requestId === null ? undefined : { requestId, accountId, credits };
  switch (settled?.outcome) {
    case 'granted':
      return { transactionId: settled.transactionId, requestId, jobId: requestId, ...(video && { video }) };
    case 'mismatch':
      throw new LuitError('payment_mismatch', 'The payment does not match the order. Please contact support.');
    case 'refund_due':
      if (settled.isClosed) throw new LuitError('account_closed', ACCOUNT_CLOSED_TEXT);
      throw new LuitError(
        'conflict',
        'This order was already paid. The second payment will be refunded to your payment method.',
      );
    case 'failed':
      throw new LuitError('conflict', 'The payment failed. You were not charged.');
    case undefined:
      throw new LuitError(
        'conflict',
        'Your payment is still processing. Your credits will appear as soon as it completes.',
      );
  }
}
