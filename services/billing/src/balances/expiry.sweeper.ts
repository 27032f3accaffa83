import { Poller } from '@luit/platform/poller';
import { Injectable } from '@nestjs/common';
import { Ledger } from '../ledger/ledger.service';

const BATCH = 100;

/** Books out expired credits of people who spend nothing; whoever spends has theirs booked out by that. */
@Injectable()
export class ExpirySweeper extends Poller {
  protected readonly everyMs = 60_000;

  constructor(private readonly ledger: Ledger) {
    super();
  }

  async round(): Promise<void> {
    while (!this.isStopping && (await this.ledger.sweepExpired(BATCH)) === BATCH);
  }
}
