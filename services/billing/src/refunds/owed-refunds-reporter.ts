import { HealthServer } from '@luit/platform/health/health-server';
import { metrics } from '@luit/platform/metrics/metrics';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

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

/** Reports owed refunds as gauges. Every replica reports the same numbers, so dashboards take the maximum. */
@Injectable()
export class OwedRefundsReporter implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly health: HealthServer,
  ) {}

  onApplicationBootstrap(): void {
    this.health.measureAtScrape('owed-refunds', () => this.measure());
  }

  async measure(): Promise<void> {
    const [row] = await this.database.query<{ sending: number; accepted: number; overdue: number; seconds: number }[]>(
      `SELECT count(*) FILTER (WHERE razorpay_refund_id IS NULL)::int AS sending,
              count(*) FILTER (WHERE razorpay_refund_id IS NOT NULL)::int AS accepted,
              (SELECT count(*)::int FROM overdue_refunds) AS overdue,
              coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE razorpay_refund_id IS NULL)), 0)::float8 AS seconds
         FROM refunds WHERE next_attempt_at IS NOT NULL`,
    );
    if (!row) return;
    owed.set({ state: 'sending' }, row.sending);
    owed.set({ state: 'accepted' }, row.accepted);
    owed.set({ state: 'overdue' }, row.overdue);
    age.set(row.seconds);
  }
}
