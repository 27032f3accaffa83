import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Attempts in a row that fail before there is an alert. */
const FAILURES = 3;

export const HAS_FAILING_DESTINATIONS = `EXISTS (SELECT FROM alert_destinations WHERE failures >= ${FAILURES})`;

/** Alert causes: destinations of alerts that fail. */
@Injectable()
export class FailingDestinations {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

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
