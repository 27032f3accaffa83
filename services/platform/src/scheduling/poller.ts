import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

/** Runs `round` periodically, one at a time. On shutdown it waits for the current round. */
export abstract class Poller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly log = new Logger(this.constructor.name);
  /** True once the process is shutting down, so that a long round can stop early. */
  protected isStopping = false;
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;

  /** Milliseconds between the starts of two rounds; null disables the poller. */
  protected abstract readonly everyMs: number | null;

  /** An error is logged; the next round still runs. */
  abstract round(): Promise<void>;

  onApplicationBootstrap(): void {
    if (this.everyMs === null) return;
    this.timer = setInterval(() => {
      this.current ??= this.attempt().finally(() => (this.current = undefined));
    }, this.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.current;
  }

  private async attempt(): Promise<void> {
    try {
      await this.round();
    } catch (error) {
      this.log.warn({ msg: 'Polling round failed', reason: (error as Error).message });
    }
  }
}
