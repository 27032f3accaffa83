import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { CallClient } from '../calls/call-client';
import type { Scheduler } from '../scheduling/scheduler';

export const REPORT_EVERY_MS = 5_000;

/**
 * Periodically reports all current alert causes of one source to auth, which opens and closes alerts by comparing reports.
 * A failed check reports nothing, so that an uncertain state does not close an alert.
 */
export class AlertReporter implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly calls: CallClient,
    private readonly source: string,
    private readonly check: () => Promise<AlertCause[]>,
    private readonly everyMs = REPORT_EVERY_MS,
  ) {}

  /** A shutdown does not wait for a report in flight, because the next process sends the same one. */
  onApplicationBootstrap(): void {
    this.scheduler.every('alert-report', this.everyMs, () => this.report(), { isAwaitedAtShutdown: false });
  }

  /** @throws LuitError `unavailable` if auth does not reply */
  async report(): Promise<void> {
    await this.calls.call(alertCalls.reportAlerts, { source: this.source, causes: await this.check() });
  }
}
