import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Ledger } from '../ledger/ledger.service';

const EVERY_MS = 60_000;
const BATCH = 100;

/** Books out expired credits of people who spend nothing; whoever spends has theirs booked out by that. */
@Injectable()
export class ExpirySweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ExpirySweeper.name);
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;
  private isStopping = false;

  constructor(private readonly ledger: Ledger) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.current ??= this.sweep().finally(() => (this.current = undefined));
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.current;
  }

  private async sweep(): Promise<void> {
    try {
      while (!this.isStopping && (await this.ledger.sweepExpired(BATCH)) === BATCH);
    } catch (error) {
      this.log.warn({ msg: 'Expired credits could not be booked out', reason: (error as Error).message });
    }
  }
}
