import { Module } from '@nestjs/common';
import { DispatchEstimatesModule } from '../dispatch/dispatch-estimates.module';
import { PollNudges } from './poll-nudges';
import { ProviderTasks } from './provider-tasks';

@Module({
  imports: [DispatchEstimatesModule],
  providers: [ProviderTasks, PollNudges],
  exports: [ProviderTasks, PollNudges],
})
export class ProviderTasksModule {}
