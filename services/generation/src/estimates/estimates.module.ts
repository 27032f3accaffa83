import { Module } from '@nestjs/common';
import { ServiceStatusModule } from '../service-status/service-status.module';
import { ProviderInstancesModule } from '../provider-instances/provider-instances.module';
import { TrafficModule } from '../traffic/traffic.module';
import { QueueEstimates } from './queue-estimates';
import { RunTimes } from './run-times';

@Module({
  imports: [ProviderInstancesModule, ServiceStatusModule, TrafficModule],
  providers: [QueueEstimates, RunTimes],
  exports: [QueueEstimates, RunTimes],
})
export class EstimatesModule {}
