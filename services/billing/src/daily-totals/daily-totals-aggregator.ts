import { Poller } from '@luit/platform/scheduling/poller';
import { Injectable } from '@nestjs/common';
import { DailyTotalsService } from './daily-totals.service';

/** Keeps the marks of the day few, so that its sums are read at once. Until then they are counted where they lie. */
@Injectable()
export class DailyTotalsAggregator extends Poller {
  protected readonly everyMs = 15_000;

  constructor(private readonly days: DailyTotalsService) {
    super();
  }

  round(): Promise<void> {
    return this.days.fold();
  }
}
