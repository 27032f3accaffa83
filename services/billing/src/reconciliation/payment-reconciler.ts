import type { CheckResult, Query } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { OrderEntity } from '../orders/order.entity';
import { SettlementService } from '../payments/settlement.service';
import { RazorpayClient, type RazorpayPayment } from '../razorpay/razorpay-client';
import { OrphanedOrders } from './orphaned-orders';

/** A poll that is overdue by this much will not happen on its own. */
const OVERDUE_FOR = '10 minutes';
const DAY_MS = 86_400_000;

/** Compares orders and payments with Razorpay's records. */
@Injectable()
export class PaymentReconciler {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly razorpay: RazorpayClient,
    private readonly settlement: SettlementService,
    private readonly orphanedOrders: OrphanedOrders,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Schedules a poll for orders that have none. */
  async scheduleMissed(query: Query): Promise<CheckResult> {
    const scheduled = await query(
      `UPDATE orders SET next_poll_at = now()
        WHERE state IN ('creating', 'open') AND coalesce(next_poll_at, '-infinity') < now() - $1::interval
        RETURNING id`,
      [OVERDUE_FOR],
    );
    return { violations: 0, repaired: scheduled.length };
  }

  /**
   * Grants recently captured payments that no source has reported. If the order of a payment cannot be restored, the payment is a violation
   * that an operator must resolve. A payment that does not match its order is recorded as a mismatch, which has its own alert.
   */
  async grantMissed(): Promise<CheckResult> {
    if (!this.config.razorpay.credentials) return { violations: 0 };
    const since = new Date(Date.now() - this.config.reconcile.paymentDays * DAY_MS);
    const samples: string[] = [];
    let repaired = 0;
    for await (const page of this.razorpay.listPaymentsSince(since)) {
      const captured = page.filter(({ status, order_id }) => order_id && ['captured', 'authorized'].includes(status));
      const known = await this.knownStates(captured);
      const orders = await this.ordersOf(captured);
      for (const payment of captured) {
        const state = known.get(payment.id);
        if (state && !['failed', 'mismatch'].includes(state)) continue;
        const order = orders.get(payment.order_id ?? '') ?? (await this.orphanedOrders.restore(payment.order_id ?? ''));
        if (order === 'foreign') continue;
        if (!order) {
          samples.push(payment.id);
          continue;
        }
        const settled = await this.settlement.settleFetched(order, payment, 'poller');
        if (settled?.outcome === 'granted' || settled?.outcome === 'refund_due') repaired += 1;
      }
    }
    return { violations: samples.length, repaired, samples };
  }

  private async knownStates(payments: RazorpayPayment[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; state: string }[]>(
      `SELECT id, state FROM payments WHERE id = ANY ($1)`,
      [payments.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, state }) => [id, state]));
  }

  private async ordersOf(payments: RazorpayPayment[]): Promise<Map<string, OrderEntity>> {
    const ids = [...new Set(payments.map(({ order_id }) => order_id ?? ''))];
    const rows = await this.orders.findBy({ razorpayOrderId: In(ids) });
    return new Map(rows.map((order) => [order.razorpayOrderId ?? '', order]));
  }
}
