import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { HoldsService } from './holds.service';
import { JobPromoter } from './job-promoter';
import { LateResultsService } from './late-results.service';
import { SettlementService } from './settlement.service';

@Module({
  imports: [EstimatesModule, ProvidersModule, ProviderTasksModule, RequestStateModule],
  providers: [SettlementService, LateResultsService, HoldsService, JobPromoter],
  exports: [SettlementService, JobPromoter],
})
export class SettlementModule {}
