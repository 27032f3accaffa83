import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { CallClient } from '../calls/call-client';
import type { Scheduler } from '../scheduling/scheduler';

export const REPORT_EVERY_MS = 5_000;

/**
 * Tells, again and again, all that is wrong now as far as one source sees; who keeps the alerts works out what is new and
 * what is over. A look that fails reports nothing, so that a doubt closes no alert.
 */
export class AlertReporter implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly calls: CallClient,
    private readonly source: string,
    private readonly look: () => Promise<AlertCause[]>,
    private readonly everyMs = REPORT_EVERY_MS,
  ) {}

  /** A shutdown does not wait for a report: the next process sends the same one. */
  onApplicationBootstrap(): void {
    this.scheduler.every('alert-report', this.everyMs, () => this.report(), { isAwaitedAtShutdown: false });
  }

  /** @throws LuitError `unavailable` */
  async report(): Promise<void> {
    await this.calls.call(alertCalls.reportAlerts, { source: this.source, causes: await this.look() });
  }
}
