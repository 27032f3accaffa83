import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { CallClient } from '../calls/call-client';
import type { Scheduler } from '../scheduling/scheduler';

/** Between two checks, milliseconds. */
export const CHECK_EVERY_MS = 5_000;
/** Between two reports of the same causes. auth closes the alerts of a source that has not reported for ten minutes. */
const REPEAT_MS = 60_000;

/**
 * Periodically checks for alert causes of one source and reports all of them to auth when they change, and once a minute. auth
 * opens and closes alerts by comparing reports. A failed check reports nothing, so that an uncertain state does not close an alert.
 */
export class AlertReporter implements OnApplicationBootstrap {
  /** The causes that auth knows of. */
  private reported?: string;
  private reportedAt = -Infinity;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly calls: CallClient,
    private readonly source: string,
    private readonly check: () => Promise<AlertCause[]>,
    private readonly everyMs = CHECK_EVERY_MS,
  ) {}

  /** A shutdown does not wait for a report in flight, because the next process sends the same one. */
  onApplicationBootstrap(): void {
    this.scheduler.every('alert-report', this.everyMs, () => this.round(), { isAwaitedAtShutdown: false });
  }

  /** @throws LuitError `unavailable` if auth does not reply */
  private async round(): Promise<void> {
    const causes = await this.check();
    const text = JSON.stringify(causes);
    if (text === this.reported && performance.now() - this.reportedAt < REPEAT_MS) return;
    await this.calls.call(alertCalls.reportAlerts, { source: this.source, causes });
    this.reported = text;
    this.reportedAt = performance.now();
  }
}
