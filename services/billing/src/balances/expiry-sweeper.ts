import { Poller } from '@luit/platform/scheduling/poller';
import { Injectable } from '@nestjs/common';
import { LedgerService } from '../ledger/ledger.service';

const BATCH = 100;

/** Books out the expired credits of inactive users; for active ones, the next hold or deduction does it. */
@Injectable()
export class ExpirySweeper extends Poller {
  protected readonly everyMs = 60_000;

  constructor(private readonly ledger: LedgerService) {
    super();
  }

  async round(): Promise<void> {
    while (!this.isStopping && (await this.ledger.sweepExpired(BATCH)) === BATCH);
  }
}
