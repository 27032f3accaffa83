import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { SettlementModule } from '../settlement/settlement.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { SubmissionClaimsService } from './submission-claims.service';
import { SubmissionsService } from './submissions.service';
import { UnconfirmedJobsService } from './unconfirmed-jobs.service';

@Module({
  imports: [EstimatesModule, ProvidersModule, ProviderTasksModule, RequestStateModule, SettlementModule],
  providers: [SubmissionClaimsService, SubmissionsService, UnconfirmedJobsService],
  exports: [UnconfirmedJobsService],
})
export class SubmissionsModule {}
