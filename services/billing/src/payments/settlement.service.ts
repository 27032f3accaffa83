import { correlation } from '@luit/platform/context';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { OrderEntity } from '../orders/order.entity';
import { RazorpayClient, type RazorpayPayment } from '../razorpay/razorpay-client';

export type PaymentSource = 'verify' | 'webhook' | 'poller';

export type SettlementResult =
  | { outcome: 'granted'; transactionId: string }
  | { outcome: 'failed' | 'mismatch' | 'refund_due'; transactionId: null; isClosed: boolean };

/** Turns a payment into credits, once, whichever road brings it first. */
@Injectable()
export class SettlementService {
  private readonly log = new Logger(SettlementService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly razorpay: RazorpayClient,
  ) {}

  /**
   * One statement, one transaction: checks order, amount and currency, then grants. Asking again answers the same.
   * Money that is only authorised has to be captured before.
   */
  async settle(
    order: Pick<OrderEntity, 'id'>,
    payment: RazorpayPayment,
    road: PaymentSource,
    manager: EntityManager = this.database.manager,
  ): Promise<SettlementResult> {
    const [row] = await manager.query<{ result: SettlementResult }[]>(
      `SELECT settle_payment($1, $2, $3, $4, $5, $6, $7, $8) AS result`,
      [order.id, payment.id, payment.order_id, payment.amount, payment.currency, payment.status, road, correlation()],
    );
    if (!row) throw new Error('settle_payment answered nothing');
    const { outcome } = row.result;
    const told = { orderId: order.id, paymentId: payment.id, road, outcome };
    if (outcome === 'mismatch' || outcome === 'refund_due') {
      this.log.warn({ msg: 'A payment was not granted', ...told, amount: payment.amount, status: payment.status });
    } else this.log.log({ msg: 'A payment was settled', ...told });
    return row.result;
  }

  /** The same for a payment just read from Razorpay, captured where it has to be; null while it has no end. */
  async settleFetched(
    order: Pick<OrderEntity, 'id'>,
    payment: RazorpayPayment,
    road: PaymentSource,
  ): Promise<SettlementResult | null> {
    const now = payment.status === 'authorized' ? await this.razorpay.capture(payment) : payment;
    return now.status === 'created' || now.status === 'authorized' ? null : this.settle(order, now, road);
  }
}
