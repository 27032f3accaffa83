import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { PollNudges } from './poll-nudges';
import { ProviderTasks } from './provider-tasks';

@Module({
  imports: [EstimatesModule],
  providers: [ProviderTasks, PollNudges],
  exports: [ProviderTasks, PollNudges],
})
export class ProviderTasksModule {}
