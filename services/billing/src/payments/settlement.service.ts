import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { OrderEntity } from '../orders/order.entity';
import { RazorpayClient, type RazorpayPayment } from '../razorpay/razorpay-client';

export type PaymentSource = 'verify' | 'webhook' | 'poller';

export type SettlementResult =
  | { outcome: 'granted'; transactionId: string }
  | { outcome: 'failed' | 'mismatch' | 'refund_due'; transactionId: null; isClosed: boolean };

type SettledOrder = Pick<OrderEntity, 'id' | 'requestId' | 'userId'>;

/** Grants the credits of a payment once, whichever source reports it first. */
@Injectable()
export class SettlementService {
  private readonly log = new Logger(SettlementService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly razorpay: RazorpayClient,
  ) {}

  /**
   * Checks order, amount and currency, then grants, in one statement. Idempotent: repeated calls return the same result. An
   * authorized payment must be captured first.
   */
  async settle(
    order: SettledOrder,
    payment: RazorpayPayment,
    source: PaymentSource,
    manager: EntityManager = this.database.manager,
  ): Promise<SettlementResult> {
    const [row] = await manager.query<{ result: SettlementResult }[]>(
      `SELECT settle_payment($1, $2, $3, $4, $5, $6, $7, $8) AS result`,
      [order.id, payment.id, payment.order_id, payment.amount, payment.currency, payment.status, source, correlation()],
    );
    if (!row) throw new Error('settle_payment returned no row');
    const { outcome } = row.result;
    const { id: orderId, requestId, userId } = order;
    const logged = {
      orderId,
      paymentId: payment.id,
      razorpayOrderId: payment.order_id,
      requestId,
      userId,
      source,
      outcome,
    };
    if (outcome === 'mismatch' || outcome === 'refund_due') {
      this.log.warn({ msg: 'Payment not granted', ...logged, amount: payment.amount, status: payment.status });
    } else this.log.log({ msg: 'Payment settled', ...logged, transactionId: row.result.transactionId });
    return row.result;
  }

  /** Settles a payment fetched from Razorpay, and captures it first if necessary. Returns null while it is in progress. */
  async settleFetched(
    order: SettledOrder,
    payment: RazorpayPayment,
    source: PaymentSource,
  ): Promise<SettlementResult | null> {
    const current = payment.status === 'authorized' ? await this.razorpay.capture(payment) : payment;
    return ['created', 'authorized'].includes(current.status) ? null : this.settle(order, current, source);
  }
}
