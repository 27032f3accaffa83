import { Module } from '@nestjs/common';
import { DailyTotalsAggregator } from './daily-totals-aggregator';
import { DailyTotalsService } from './daily-totals.service';

@Module({
  providers: [DailyTotalsAggregator, DailyTotalsService],
})
export class DailyTotalsModule {}
