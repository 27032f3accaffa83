import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PollWakeUps } from './poll-wake-ups';
import { ProviderTaskBuilder } from './provider-task-builder';
import { ProviderTasks } from './provider-tasks';

@Module({
  imports: [EstimatesModule, ModelRevisionsModule],
  providers: [ProviderTasks, ProviderTaskBuilder, PollWakeUps],
  exports: [ProviderTasks, ProviderTaskBuilder, PollWakeUps],
})
export class ProviderTasksModule {}
