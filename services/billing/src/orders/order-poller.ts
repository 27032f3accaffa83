import { withCorrelation } from '@luit/platform/context';
import { Poller } from '@luit/platform/scheduling/poller';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { SettlementService } from '../payments/settlement.service';
import { RazorpayClient } from '../razorpay/razorpay-client';
import { OrderEntity } from './order.entity';
import { OrdersService } from './orders.service';

const TICK_MS = 1_000;
const BATCH = 10;
/** A look that failed, or whose process died, is taken again after this. */
const RETRY_MS = 30_000;

/** The road that needs neither the browser nor the webhook: asks Razorpay what was paid on orders still open. */
@Injectable()
export class OrderPoller extends Poller {
  protected readonly everyMs: number | null;

  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    private readonly ordersService: OrdersService,
    private readonly settlement: SettlementService,
    private readonly razorpay: RazorpayClient,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {
    super();
    const { pollScheduleMs, razorpay: settings } = config;
    this.everyMs = settings.credentials && Math.min(TICK_MS, pollScheduleMs[0] ?? TICK_MS);
  }

  /** Takes the orders that are due; replicas take different ones. */
  async round(): Promise<void> {
    const due = await this.claim();
    await Promise.all(due.map((order) => withCorrelation(undefined, () => this.look(order))));
  }

  private async claim(): Promise<OrderEntity[]> {
    const [rows] = await this.orders.query<[{ id: string }[], number]>(
      `UPDATE orders SET next_poll_at = now() + $1 * interval '1 millisecond'
        WHERE id IN (SELECT id FROM orders WHERE next_poll_at <= now() ORDER BY next_poll_at
                      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING id`,
      [RETRY_MS],
    );
    return this.orders.findBy({ id: In(rows.map(({ id }) => id)) });
  }

  private async look(order: OrderEntity): Promise<void> {
    try {
      const razorpayOrderId = order.razorpayOrderId ?? (await this.findRemote(order));
      if (razorpayOrderId) {
        for (const payment of await this.razorpay.paymentsOf(razorpayOrderId)) {
          await this.settlement.settleFetched(order, payment, 'poller');
        }
      }
      await this.schedule(order);
    } catch (error) {
      this.log.warn({ msg: 'An order could not be looked up', orderId: order.id, reason: (error as Error).message });
    }
  }

  /** One whose answer was lost: the person may still be waiting to ask again with the same key. */
  private async findRemote(order: OrderEntity): Promise<string | null> {
    const found = await this.razorpay.findOrder(order.receipt);
    return found && this.ordersService.markOpen(order, found);
  }

  /** The next look, or the end of an order that nobody paid. */
  private async schedule(order: OrderEntity): Promise<void> {
    const next = this.config.pollScheduleMs[order.pollCount + 1];
    await this.orders.query(
      `UPDATE orders SET poll_count = poll_count + 1, updated_at = now(),
              next_poll_at = created_at + $2 * interval '1 millisecond',
              state = CASE WHEN $2::float8 IS NULL AND state IN ('creating', 'open') THEN 'expired' ELSE state END
        WHERE id = $1 AND state <> 'paid'`,
      [order.id, next ?? null],
    );
  }
}
