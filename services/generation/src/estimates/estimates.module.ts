import { Module } from '@nestjs/common';
import { ServiceStatusModule } from '../service-status/service-status.module';
import { ProviderInstancesModule } from '../provider-instances/provider-instances.module';
import { QueueEstimates } from './queue-estimates';
import { RunTimes } from './run-times';

@Module({
  imports: [ProviderInstancesModule, ServiceStatusModule],
  providers: [QueueEstimates, RunTimes],
  exports: [QueueEstimates, RunTimes],
})
export class EstimatesModule {}
