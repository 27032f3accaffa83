import { Module } from '@nestjs/common';
import { ProviderInstancesModule } from '../provider-instances/provider-instances.module';
import { ProvidersModule } from '../providers/providers.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { SettlementModule } from '../settlement/settlement.module';
import { TrafficModule } from '../traffic/traffic.module';
import { DispatchPlans } from './dispatch-plans';
import { Dispatcher } from './dispatcher';
import { ExpiredJobs } from './expired-jobs';
import { QueueEntries } from './queue-entries';
import { SubmitEntries } from './submit-entries';

@Module({
  imports: [
    ProviderInstancesModule,
    ProvidersModule,
    ProviderTasksModule,
    RequestStateModule,
    SettlementModule,
    TrafficModule,
  ],
  providers: [Dispatcher, DispatchPlans, ExpiredJobs, QueueEntries, SubmitEntries],
  exports: [Dispatcher, DispatchPlans, QueueEntries],
})
export class DispatchModule {}
