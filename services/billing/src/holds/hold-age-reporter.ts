import { HealthServer } from '@luit/platform/health/health-server';
import { metrics } from '@luit/platform/metrics/metrics';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';

/** Most jobs finish within 5 minutes. A hold older than 30 belongs to a very slow job, or to none. */
const AGES = { young: "interval '5 minutes'", old: "interval '30 minutes'" } as const;

const holds = new Gauge({
  name: 'luit_holds',
  help: 'Open holds by age: under 5 minutes, 5 to 30 minutes, older',
  labelNames: ['age'],
  registers: [metrics],
});

/** Reports open holds as a gauge. Every replica reports the same number, so dashboards take the maximum. */
@Injectable()
export class HoldAgeReporter implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly health: HealthServer,
  ) {}

  onApplicationBootstrap(): void {
    this.health.measureAtScrape('hold-age', () => this.measure());
  }

  async measure(): Promise<void> {
    const [row] = await this.database.query<{ young: number; middle: number; old: number }[]>(
      `SELECT count(*) FILTER (WHERE created_at > now() - ${AGES.young})::int AS young,
              count(*) FILTER (WHERE created_at <= now() - ${AGES.young} AND created_at > now() - ${AGES.old})::int AS middle,
              count(*) FILTER (WHERE created_at <= now() - ${AGES.old})::int AS old
         FROM holds WHERE state = 'held'`,
    );
    if (!row) return;
    holds.set({ age: '5m' }, row.young);
    holds.set({ age: '30m' }, row.middle);
    holds.set({ age: 'older' }, row.old);
  }
}
