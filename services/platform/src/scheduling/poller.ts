import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';

/** Takes a round again and again, one at a time, and lets the last one end before the process does. */
export abstract class Poller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly log = new Logger(this.constructor.name);
  /** The process is ending: a round that goes on for long may stop early. */
  protected isStopping = false;
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;

  /** Between the starts of two rounds, milliseconds; null for none at all. */
  protected abstract readonly everyMs: number | null;

  /** Where it throws, the next one comes all the same. */
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
      this.log.warn({ msg: 'A round failed', reason: (error as Error).message });
    }
  }
}
