import { HealthServer } from '@luit/platform/health/health-server';
import { MISMATCHES } from './mismatches';
import { metrics } from '@luit/platform/metrics/metrics';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

const PAISE = 100;
const TODAY = `current_daily_totals WHERE day = business_day(now())`;

const owed = new Gauge({
  name: 'luit_owed_refunds',
  help: 'Refunds that are requested and not paid: not accepted by Razorpay yet, accepted, and those of both that are overdue',
  labelNames: ['state'],
  registers: [metrics],
});

const age = new Gauge({
  name: 'luit_owed_refunds_oldest_seconds',
  help: 'Age of the oldest refund that Razorpay has not accepted; 0 if there is none',
  registers: [metrics],
});

const owedRupees = new Gauge({
  name: 'luit_owed_refunds_rupees',
  help: 'The sum of the refunds that are requested and not paid',
  registers: [metrics],
});

const today = new Gauge({
  name: 'luit_money_today_rupees',
  help: 'Captured payments and processed refunds of this day in India',
  labelNames: ['what'],
  registers: [metrics],
});

const paymentsToday = new Gauge({
  name: 'luit_payments_today',
  help: 'Captured payments of this day in India',
  registers: [metrics],
});

const openOrders = new Gauge({
  name: 'luit_orders_awaiting_payment',
  help: 'Orders that Luit still asks Razorpay about',
  registers: [metrics],
});

const mismatched = new Gauge({
  name: 'luit_mismatched_payments',
  help: 'Payments that do not match their order and are not refunded',
  registers: [metrics],
});

const webhookAge = new Gauge({
  name: 'luit_payment_webhook_age_seconds',
  help: 'Time since the latest payment webhook; absent if none is kept',
  labelNames: ['vendor'],
  registers: [metrics],
});

interface Money {
  sending: number;
  accepted: number;
  overdue: number;
  seconds: number;
  owedPaise: number;
  capturedPaise: number;
  refundedPaise: number;
  payments: number;
  orders: number;
  mismatched: number;
  webhookSeconds: number | null;
}

/** Reports money as gauges, rupees where they say so, and owed refunds. Every replica reports the same numbers, so dashboards take the maximum. */
@Injectable()
export class MoneyReporter implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly health: HealthServer,
  ) {}

  onApplicationBootstrap(): void {
    this.health.measureAtScrape('money', () => this.measure());
  }

  async measure(): Promise<void> {
    const [row] = await this.database.query<Money[]>(
      `SELECT count(*) FILTER (WHERE razorpay_refund_id IS NULL)::int AS sending,
              count(*) FILTER (WHERE razorpay_refund_id IS NOT NULL)::int AS accepted,
              (SELECT count(*)::int FROM overdue_refunds) AS overdue,
              coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE razorpay_refund_id IS NULL)), 0)::float8 AS seconds,
              coalesce(sum(amount_paise), 0)::float8 AS "owedPaise",
              (SELECT count(*)::int FROM orders WHERE next_poll_at IS NOT NULL) AS orders,
              (SELECT count(*)::int FROM ${MISMATCHES}) AS mismatched,
              (SELECT extract(epoch FROM now() - max(received_at))::float8 FROM webhook_events) AS "webhookSeconds",
              (SELECT coalesce(sum(captured_paise), 0)::float8 FROM ${TODAY}) AS "capturedPaise",
              (SELECT coalesce(sum(refunded_paise), 0)::float8 FROM ${TODAY}) AS "refundedPaise",
              (SELECT coalesce(sum(payments), 0)::float8 FROM ${TODAY}) AS payments
         FROM refunds WHERE next_attempt_at IS NOT NULL`,
    );
    if (!row) return;
    owed.set({ state: 'sending' }, row.sending);
    owed.set({ state: 'accepted' }, row.accepted);
    owed.set({ state: 'overdue' }, row.overdue);
    age.set(row.seconds);
    owedRupees.set(row.owedPaise / PAISE);
    today.set({ what: 'captured' }, row.capturedPaise / PAISE);
    today.set({ what: 'refunded' }, row.refundedPaise / PAISE);
    paymentsToday.set(row.payments);
    openOrders.set(row.orders);
    mismatched.set(row.mismatched);
    if (row.webhookSeconds === null) webhookAge.reset();
    else webhookAge.set({ vendor: 'razorpay' }, row.webhookSeconds);
  }
}
