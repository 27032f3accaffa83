import { correlation } from '@luit/platform/context';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEntity } from '../orders/order.entity';
import { SettlementService } from '../payments/settlement.service';
import type { RazorpayDispute, RazorpayPayment, RazorpayRefund } from '../razorpay/razorpay-client';

/** What a lot gets that expired while its credits were taken back. */
const GRACE = '7 days';

type DisputeState = 'open' | 'lost' | 'won';

/**
 * Books what Razorpay tells of money that went back, whoever started it. Telling it again, by another road or in another
 * order, changes nothing.
 */
@Injectable()
export class ExternalRefunds {
  private readonly log = new Logger(ExternalRefunds.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settlement: SettlementService,
  ) {}

  /** @param payment what came along, from which a payment is settled that we had not heard of */
  recordRefund(
    refund: RazorpayRefund,
    payment: RazorpayPayment | null,
    manager: EntityManager = this.database.manager,
  ): Promise<string> {
    const { id, payment_id, amount, receipt, status } = refund;
    const book = () =>
      this.run(manager, `SELECT record_refund($1, $2, $3, $4, $5, $6) AS outcome`, [
        id,
        payment_id,
        amount,
        receipt ?? null,
        status,
        correlation(),
      ]);
    return this.booked(book, payment, manager, { razorpay: refund });
  }

  /** News of an open one is logged as an error: somebody has to answer Razorpay in time. */
  async recordDispute(
    dispute: RazorpayDispute,
    payment: RazorpayPayment | null,
    manager: EntityManager = this.database.manager,
  ): Promise<string> {
    const state = disputeState(dispute);
    const book = () =>
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
    const outcome = await this.booked(book, payment, manager, { razorpay: dispute });
    if (outcome === 'open') this.log.error({ msg: 'A payment is disputed: answer it at Razorpay', razorpay: dispute });
    return outcome;
  }

  private async booked(
    book: () => Promise<string>,
    payment: RazorpayPayment | null,
    manager: EntityManager,
    told: object,
  ): Promise<string> {
    let outcome = await book();
    if (outcome === 'unknown_payment' && payment && (await this.settleFirst(payment, manager))) outcome = await book();
    if (outcome !== 'unchanged') this.log.log({ msg: 'Razorpay told of money that goes back', outcome, ...told });
    return outcome;
  }

  private async settleFirst(payment: RazorpayPayment, manager: EntityManager): Promise<boolean> {
    if (!payment.order_id) return false;
    const order = await manager.findOneBy(OrderEntity, { razorpayOrderId: payment.order_id });
    if (!order) return false;
    await this.settlement.settle(order, payment, 'webhook', manager);
    return true;
  }

  private async run(manager: EntityManager, statement: string, values: unknown[]): Promise<string> {
    const [row] = await manager.query<{ outcome: string }[]>(statement, values);
    if (!row) throw new Error('A booking answered nothing');
    return row.outcome;
  }
}

/** A closed dispute was decided by nobody: what counts is whether money was deducted. */
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
