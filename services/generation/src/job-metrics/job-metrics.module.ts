import { Module } from '@nestjs/common';
import { JobMetricsAggregator } from './job-metrics-aggregator';

@Module({
  providers: [JobMetricsAggregator],
  exports: [JobMetricsAggregator],
})
export class JobMetricsModule {}
