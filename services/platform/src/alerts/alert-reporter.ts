import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { CallClient } from '../calls/call-client';

export const REPORT_EVERY_MS = 5_000;

/**
 * Tells, again and again, all that is wrong now as far as one source sees; who keeps the alerts works out what is new and
 * what is over. A look that fails reports nothing, so that a doubt closes no alert.
 */
export class AlertReporter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AlertReporter.name);
  private timer?: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly calls: CallClient,
    private readonly source: string,
    private readonly look: () => Promise<AlertCause[]>,
    private readonly everyMs = REPORT_EVERY_MS,
  ) {}

  onApplicationBootstrap(): void {
    this.wait();
  }

  /** A report under way is not waited for: the next process tells the same. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
  }

  /** @throws LuitError `unavailable` */
  async report(): Promise<void> {
    await this.calls.call(alertCalls.reportAlerts, { source: this.source, causes: await this.look() });
  }

  private wait(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      void this.report()
        .catch((error: Error) => {
          if (!this.isStopping) this.log.warn({ msg: 'Alerts could not be reported', reason: error.message });
        })
        .finally(() => this.wait());
    }, this.everyMs);
  }
}
