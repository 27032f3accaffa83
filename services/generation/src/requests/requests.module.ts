import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module';
import { EstimatesModule } from '../estimates/estimates.module';
import { FavoritesModule } from '../favorites/favorites.module';
import { ShareLinksModule } from '../share-links/share-links.module';
import { OptionsModule } from '../options/options.module';
import { PlansModule } from '../plans/plans.module';
import { ProvidersModule } from '../providers/providers.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { SafetyModule } from '../safety/safety.module';
import { ServiceStatusModule } from '../service-status/service-status.module';
import { SettlementModule } from '../settlement/settlement.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { TrafficModule } from '../traffic/traffic.module';
import { AcceptanceService } from './acceptance.service';
import { CancellationService } from './cancellation.service';
import { JobStartsService } from './job-starts.service';
import { InsertionService } from './insertion.service';
import { PendingOrdersService } from './pending-orders.service';
import { RejectedRequests } from './rejected-requests';
import { RequestsService } from './requests.service';
import { RetriesService } from './retries.service';

@Module({
  imports: [
    DispatchModule,
    EstimatesModule,
    FavoritesModule,
    ShareLinksModule,
    OptionsModule,
    PlansModule,
    ProvidersModule,
    ProviderTasksModule,
    RequestStateModule,
    SafetyModule,
    ServiceStatusModule,
    SettlementModule,
    TrafficModule,
  ],
  providers: [
    RequestsService,
    AcceptanceService,
    InsertionService,
    JobStartsService,
    RetriesService,
    RejectedRequests,
    PendingOrdersService,
    CancellationService,
  ],
  exports: [
    RequestsService,
    AcceptanceService,
    RetriesService,
    RejectedRequests,
    PendingOrdersService,
    CancellationService,
  ],
})
export class RequestsModule {}
