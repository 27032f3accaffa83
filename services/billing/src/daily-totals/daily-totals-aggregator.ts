import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DailyTotalsService } from './daily-totals.service';

const INTERVAL_MS = 60_000;

/** Keeps the table of deltas short so that totals stay fast to read. Totals include deltas that are still waiting. */
@Injectable()
export class DailyTotalsAggregator implements OnApplicationBootstrap {
  constructor(
    private readonly totals: DailyTotalsService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('daily-totals', INTERVAL_MS, () => this.totals.aggregate());
  }
}
