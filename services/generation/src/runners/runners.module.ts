import { Module } from '@nestjs/common';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { RunnerJobsService } from './runner-jobs.service';
import { RunnerLeasesService } from './runner-leases.service';
import { RunnerTokensService } from './runner-tokens.service';

@Module({
  imports: [ProviderTasksModule, RequestStateModule],
  providers: [RunnerJobsService, RunnerLeasesService, RunnerTokensService],
})
export class RunnersModule {}
