import { Poller } from '@luit/platform/poller';
import { Injectable } from '@nestjs/common';
import { MoneyDaysService } from './money-days.service';

/** Keeps the marks of the day few, so that its sums are read at once. Until then they are counted where they lie. */
@Injectable()
export class DayFolder extends Poller {
  protected readonly everyMs = 15_000;

  constructor(private readonly days: MoneyDaysService) {
    super();
  }

  round(): Promise<void> {
    return this.days.fold();
  }
}
