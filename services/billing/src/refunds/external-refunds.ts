import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEntity } from '../orders/order.entity';
import { SettlementService } from '../payments/settlement.service';
import type { RazorpayDispute, RazorpayPayment, RazorpayRefund } from '../razorpay/razorpay-client';

/** Extension for a lot that expired while its credits were clawed back. */
const GRACE = '7 days';

type DisputeState = 'open' | 'lost' | 'won';

/**
 * Records refunds and disputes that Razorpay reports, including those that Luit did not initiate. Repeated and reordered reports change
 * nothing.
 */
@Injectable()
export class ExternalRefunds {
  private readonly log = new Logger(ExternalRefunds.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settlement: SettlementService,
  ) {}

  /** @param payment the refunded payment, to settle it first if billing does not know it */
  recordRefund(
    refund: RazorpayRefund,
    payment: RazorpayPayment | null,
    manager: EntityManager = this.database.manager,
  ): Promise<string> {
    const { id, payment_id, amount, receipt, status } = refund;
    const record = () =>
      this.run(manager, `SELECT record_refund($1, $2, $3, $4, $5, $6) AS outcome`, [
        id,
        payment_id,
        amount,
        receipt ?? null,
        status,
        correlation(),
      ]);
    const logged = { razorpayRefundId: id, paymentId: payment_id, amountPaise: amount, status };
    return this.runAndSettle(record, payment, manager, logged);
  }

  /** Logs a change of an open dispute as an error, because an operator has to respond to Razorpay in time. */
  async recordDispute(
    dispute: RazorpayDispute,
    payment: RazorpayPayment | null,
    manager: EntityManager = this.database.manager,
  ): Promise<string> {
    const state = disputeState(dispute);
    const record = () =>
      this.run(manager, `SELECT record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9) AS outcome`, [
        dispute.id,
        dispute.payment_id,
        dispute.amount,
        state,
        dispute.phase,
        dispute.reason_code,
        dispute.respond_by ? new Date(dispute.respond_by * 1000) : null,
        GRACE,
        correlation(),
      ]);
    const { id: disputeId, payment_id: paymentId, amount: amountPaise } = dispute;
    const logged = { disputeId, paymentId, amountPaise, status: dispute.status };
    const outcome = await this.runAndSettle(record, payment, manager, logged);
    if (outcome === 'open') {
      this.log.error({ msg: 'Payment disputed: respond at Razorpay', ...logged, respondBy: dispute.respond_by });
    }
    return outcome;
  }

  /** Runs `record`. If billing does not know the payment, settles it and runs `record` again. */
  private async runAndSettle(
    record: () => Promise<string>,
    payment: RazorpayPayment | null,
    manager: EntityManager,
    logged: { paymentId: string },
  ): Promise<string> {
    let outcome = await record();
    if (outcome === 'unknown_payment' && payment && (await this.settle(payment, manager))) outcome = await record();
    if (outcome !== 'unchanged')
      this.log.log({
        msg: 'Refund or dispute recorded',
        outcome,
        ...logged,
        orderId: await this.orderOf(logged.paymentId, manager),
      });
    return outcome;
  }

  /** Undefined for payments that billing does not know. */
  private async orderOf(paymentId: string, manager: EntityManager): Promise<string | undefined> {
    const [row] = await manager.query<{ order_id: string }[]>('SELECT order_id FROM payments WHERE id = $1', [
      paymentId,
    ]);
    return row?.order_id;
  }

  private async settle(payment: RazorpayPayment, manager: EntityManager): Promise<boolean> {
    if (!payment.order_id) return false;
    const order = await manager.findOneBy(OrderEntity, { razorpayOrderId: payment.order_id });
    if (!order) return false;
    await this.settlement.settle(order, payment, 'webhook', manager);
    return true;
  }

  private async run(manager: EntityManager, statement: string, values: unknown[]): Promise<string> {
    const [row] = await manager.query<{ outcome: string }[]>(statement, values);
    if (!row) throw new Error('A ledger function returned no row');
    return row.outcome;
  }
}

/** No one decided a closed dispute; it counts as lost if money was deducted. */
function disputeState({ status, amount_deducted }: RazorpayDispute): DisputeState {
  switch (status) {
    case 'open':
    case 'under_review':
      return 'open';
    case 'closed':
      return amount_deducted > 0 ? 'lost' : 'won';
    default:
      return status;
  }
}
