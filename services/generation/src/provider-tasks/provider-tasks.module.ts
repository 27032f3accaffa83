import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { PollNudges } from './poll-nudges';
import { ProviderTaskBuilder } from './provider-task-builder';
import { ProviderTasks } from './provider-tasks';

@Module({
  imports: [EstimatesModule, ModelRevisionsModule],
  providers: [ProviderTasks, ProviderTaskBuilder, PollNudges],
  exports: [ProviderTasks, ProviderTaskBuilder, PollNudges],
})
export class ProviderTasksModule {}
