import { Module } from '@nestjs/common';
import { DispatchEstimatesModule } from '../dispatch/dispatch-estimates.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { ProviderTasksModule } from '../tracking/provider-tasks.module';
import { HoldsController } from './holds.controller';
import { HoldsService } from './holds.service';
import { LateResultsController } from './late-results.controller';
import { LateResultsService } from './late-results.service';
import { SettlementService } from './settlement.service';

@Module({
  imports: [DispatchEstimatesModule, ProvidersModule, ProviderTasksModule, RequestStateModule],
  controllers: [HoldsController, LateResultsController],
  providers: [SettlementService, LateResultsService, HoldsService],
  exports: [SettlementService],
})
export class SettlementModule {}
