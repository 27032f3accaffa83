import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { MarginAggregator } from './margin-aggregator';
import { MarginService } from './margin.service';
import { ProviderCostsService } from './provider-costs.service';

@Module({
  imports: [JobMetricsModule, ModelRevisionsModule],
  providers: [ProviderCostsService, MarginAggregator, MarginService],
  exports: [ProviderCostsService],
})
export class ProviderCostsModule {}
