import { alertCalls, type AlertCause } from '@luit/contracts/alerts/alerts';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { CallClient } from '../calls/call-client';
import { type DuePoller, dueWhile } from '../scheduling/due-poller';
import type { Scheduler } from '../scheduling/scheduler';

/** The longest delay of an alert, milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** Between two reports of the same causes. auth closes the alerts of a source that has not reported for ten minutes. */
const REPEAT_MS = 60_000;

const NAME = 'alert-report';
/** A shutdown does not wait for a report in flight, because the next process sends the same one. */
const OPTIONS = { isAwaitedAtShutdown: false };

export interface AlertSource {
  name: string;
  /** All causes that exist now. */
  list(): Promise<AlertCause[]>;
  /** SQL: false if `list` would find nothing. Without it, `list` runs for each check. */
  mayExist?: string;
  /**
   * Several processes report a problem that each of them detects. A process that never detected it reports nothing, so it does not close an
   * alert that another process opened.
   */
  isShared?: boolean;
}

/**
 * Periodically checks for alert causes of one source and reports all of them to auth when they change, and once a minute. auth
 * opens and closes alerts by comparing reports. A failed check reports nothing, so that an uncertain state does not close an alert.
 */
export class AlertReporter implements OnApplicationBootstrap {
  /** The alert causes that auth received last. */
  private reported?: string;
  private reportedAt = -Infinity;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly calls: CallClient,
    private readonly source: AlertSource,
    private readonly poller?: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    const { mayExist } = this.source;
    if (!this.poller || mayExist === undefined) {
      this.scheduler.every(NAME, CHECK_EVERY_MS, async () => void (await this.report()), OPTIONS);
      return;
    }
    // Causes that exist are checked as often, to notice their end.
    const work = async () => ({ nextMs: (await this.report()) > 0 ? CHECK_EVERY_MS : REPEAT_MS });
    const due = { name: NAME, dueInMs: dueWhile(mayExist), withinMs: CHECK_EVERY_MS, work };
    this.poller.add({ ...due, ...OPTIONS }).runNow();
  }

  /** @returns the number of causes. @throws LuitError `unavailable` if auth does not reply */
  private async report(): Promise<number> {
    const causes = await this.source.list();
    const text = JSON.stringify(causes);
    if (this.source.isShared && causes.length === 0 && (this.reported ?? text) === text) return 0;
    if (text !== this.reported || performance.now() - this.reportedAt >= REPEAT_MS) {
      await this.calls.call(alertCalls.reportAlerts, { source: this.source.name, causes });
      this.reported = text;
      this.reportedAt = performance.now();
    }
    return causes.length;
  }
}
