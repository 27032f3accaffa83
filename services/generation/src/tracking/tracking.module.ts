import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { SettlementModule } from '../settlement/settlement.module';
import { HandedPolls } from './handed-polls';
import { OutcomeReportsService } from './outcome-reports.service';
import { PollReportsService } from './poll-reports.service';
import { PollsService } from './polls.service';
import { ProviderCallbacksService } from './provider-callbacks.service';
import { ProviderEventsService } from './provider-events.service';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { TrackingService } from './tracking.service';

@Module({
  imports: [EstimatesModule, ProvidersModule, ProviderTasksModule, RequestStateModule, SettlementModule],
  providers: [
    TrackingService,
    PollsService,
    HandedPolls,
    PollReportsService,
    OutcomeReportsService,
    ProviderCallbacksService,
    ProviderEventsService,
  ],
})
export class TrackingModule {}
