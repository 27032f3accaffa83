import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LedgerService } from '../ledger/ledger.service';

const INTERVAL_MS = 60_000;
const BATCH = 100;

/** Books out the expired credits of inactive users; for active ones, the next hold or deduction does it. */
@Injectable()
export class ExpirySweeper implements OnApplicationBootstrap {
  constructor(
    private readonly ledger: LedgerService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('expired-credits', INTERVAL_MS, () => this.round());
  }

  async round(): Promise<void> {
    while (!this.scheduler.isStopping && (await this.ledger.sweepExpired(BATCH)) === BATCH);
  }
}
