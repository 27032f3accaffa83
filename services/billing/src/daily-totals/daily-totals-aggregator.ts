import { Poller } from '@luit/platform/scheduling/poller';
import { Injectable } from '@nestjs/common';
import { DailyTotalsService } from './daily-totals.service';

/** Keeps the table of deltas short so that totals stay fast to read. Totals include deltas that are still waiting. */
@Injectable()
export class DailyTotalsAggregator extends Poller {
  protected readonly everyMs = 15_000;

  constructor(private readonly totals: DailyTotalsService) {
    super();
  }

  round(): Promise<void> {
    return this.totals.aggregate();
  }
}
