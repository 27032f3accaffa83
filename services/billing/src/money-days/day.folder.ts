import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MoneyDaysService } from './money-days.service';

const EVERY_MS = 15_000;

/** Keeps the marks of the day few, so that its sums are read at once. */
@Injectable()
export class DayFolder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(DayFolder.name);
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;

  constructor(private readonly days: MoneyDaysService) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.current ??= this.fold().finally(() => (this.current = undefined));
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.current;
  }

  private async fold(): Promise<void> {
    try {
      await this.days.fold();
    } catch (error) {
      // Nothing is lost: the marks are counted where they lie.
      this.log.warn({ msg: 'The sums of the day could not be folded', reason: (error as Error).message });
    }
  }
}
