import { Module } from '@nestjs/common';
import { DailyTotalsAggregator } from './daily-totals-aggregator';
import { DailyTotalsController } from './daily-totals.controller';
import { DailyTotalsService } from './daily-totals.service';

@Module({
  controllers: [DailyTotalsController],
  providers: [DailyTotalsAggregator, DailyTotalsService],
})
export class DailyTotalsModule {}
