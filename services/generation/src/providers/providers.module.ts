import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { ProviderCostsModule } from '../provider-costs/provider-costs.module';
import { EnteredPrices } from './entered-prices';
import { ProviderActionsService } from './provider-actions.service';
import { ProviderHealthService } from './provider-health.service';
import { ProviderRateLimiter } from './provider-rate-limiter';
import { ProviderSelectionService } from './provider-selection.service';
import { ProvidersService } from './providers.service';
import { PublishedRoutes } from './published-routes';

@Module({
  imports: [JobMetricsModule, ProviderCostsModule, ProviderTasksModule, RequestStateModule],
  providers: [
    ProvidersService,
    EnteredPrices,
    ProviderActionsService,
    ProviderHealthService,
    ProviderSelectionService,
    ProviderRateLimiter,
    PublishedRoutes,
  ],
  exports: [ProvidersService, ProviderHealthService, ProviderSelectionService, ProviderRateLimiter],
})
export class ProvidersModule {}
