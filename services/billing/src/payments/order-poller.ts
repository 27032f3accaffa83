import { columnsOf } from '@luit/platform/database/columns-of';
import { withCorrelation } from '@luit/platform/tracing/correlation';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { SettlementService } from './settlement.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { OrderEntity } from '../orders/order.entity';
import { OrdersService } from '../orders/orders.service';

const BATCH = 10;
/** When to poll again after a failed poll or a crash. */
const RETRY_MS = 30_000;
const REPEAT_MS = 1_000;

/** Polls Razorpay for payments of open orders, so that a payment is found even if neither the browser nor a webhook reports it. */
@Injectable()
export class OrderPoller implements OnApplicationBootstrap {
  private readonly log = new Logger(OrderPoller.name);

  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly ordersService: OrdersService,
    private readonly settlement: SettlementService,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    const { pollScheduleMs, razorpay } = this.config;
    if (!razorpay.credentials) return;
    // A new order is due later than the next poll, whichever replica writes it.
    const [firstPollMs = RETRY_MS] = pollScheduleMs;
    this.poller.add({
      name: 'open-orders',
      dueInMs: earliest('orders', 'next_poll_at'),
      withinMs: Math.min(RETRY_MS, firstPollMs),
      repeatMs: Math.min(REPEAT_MS, firstPollMs),
      work: () => this.round(),
    });
  }

  async round(): Promise<void> {
    const due = await this.claimDue();
    await Promise.all(due.map((order) => withCorrelation(undefined, () => this.poll(order))));
  }

  private async claimDue(): Promise<OrderEntity[]> {
    const [rows] = await this.orders.query<[OrderEntity[], number]>(
      `UPDATE orders SET next_poll_at = now() + $1 * interval '1 millisecond'
        WHERE id IN (SELECT id FROM orders WHERE next_poll_at <= now() ORDER BY next_poll_at
                      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING ${columnsOf(OrderEntity)}`,
      [RETRY_MS],
    );
    return rows;
  }

  private async poll(order: OrderEntity): Promise<void> {
    try {
      const razorpayOrderId = order.razorpayOrderId ?? (await this.findUnrecorded(order));
      if (razorpayOrderId) {
        for (const payment of await this.razorpay.listOrderPayments(razorpayOrderId)) {
          await this.settlement.settleFetched(order, payment, 'poller');
        }
      }
      await this.schedule(order);
    } catch (error) {
      this.log.warn({ msg: 'Polling an order failed', orderId: order.id, reason: (error as Error).message });
    }
  }

  /** Finds an order that Razorpay created although its response was lost; the buyer may still retry with the same key. */
  private async findUnrecorded(order: OrderEntity): Promise<string | null> {
    const found = await this.razorpay.findOrder(order.receipt);
    return found && this.ordersService.markOpen(order, found);
  }

  /** Schedules the next poll. After the last one, the unpaid order expires. */
  private async schedule(order: OrderEntity): Promise<void> {
    const next = this.config.pollScheduleMs[order.pollCount + 1];
    const [rows] = await this.orders.query<[{ state: string }[], number]>(
      `UPDATE orders SET poll_count = poll_count + 1, updated_at = now(),
              next_poll_at = created_at + $2 * interval '1 millisecond',
              state = CASE WHEN $2::float8 IS NULL AND state IN ('creating', 'open') THEN 'expired' ELSE state END
        WHERE id = $1 AND state <> 'paid' RETURNING state`,
      [order.id, next ?? null],
    );
    if (rows[0]?.state !== 'expired') return;
    this.log.log({ msg: 'Order expired', orderId: order.id, razorpayOrderId: order.razorpayOrderId });
  }
}
