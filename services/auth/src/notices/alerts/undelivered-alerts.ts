import { alertDeliveryJob } from '@luit/contracts/alerts/alert-destinations';
import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { Queues } from '@luit/platform/queues/queues';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 30_000;
const PAGE = 500;
/** Messages to webhooks that have been due for half a minute. */
const DUE = `
  SELECT w.id FROM alert_deliveries w JOIN alert_destinations d ON d.id = w.destination_id
   WHERE w.delivered_at IS NULL AND w.given_up_at IS NULL AND d.kind = 'webhook'
     AND w.created_at < now() - interval '30 seconds' AND w.id > $1
   ORDER BY w.id LIMIT ${PAGE}`;
/** Attempts in a row that fail before there is an alert. */
const FAILURES = 3;

export const HAS_FAILING_DESTINATIONS = `EXISTS (SELECT FROM alert_destinations WHERE failures >= ${FAILURES})`;

/** Finds messages about alerts that do not arrive: it adds jobs again that Redis lost, and reports destinations that fail. */
@Injectable()
export class UndeliveredAlerts implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('undelivered-alerts', INTERVAL_MS, () => this.round());
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  @ReconcilesJobs(alertDeliveryJob)
  async round(): Promise<void> {
    for await (const due of pagesById(this.database, DUE)) await this.queues.addLost(alertDeliveryJob, due);
  }

  async alertCauses(): Promise<AlertCause[]> {
    const rows = await this.database.query<{ id: string; target: string; failures: number; error: string }[]>(
      `SELECT id, target, failures, last_error AS error FROM alert_destinations WHERE failures >= ${FAILURES} ORDER BY id`,
    );
    return rows.map(({ id, target, error }) => ({
      kind: 'alert_deliveries_failing',
      subject: id,
      summary: `Luit cannot deliver alerts to ${target}: ${error}`,
      action:
        'Check the destination in the settings and send a test message. Until it works again, alerts do not reach everyone.',
      severity: 'critical',
    }));
  }
}
