import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ModelRevisionsModule } from '../model-revisions/model-revisions.module';
import { ProviderTasksModule } from '../provider-tasks/provider-tasks.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { ProviderCostsModule } from '../provider-costs/provider-costs.module';
import { InstanceEditorService } from './instance-editor.service';
import { ProviderInstancesModule } from '../provider-instances/provider-instances.module';
import { ProviderCharges } from './provider-charges';
import { MissingRoutes } from './missing-routes';
import { ProviderActionsService } from './provider-actions.service';
import { ProviderHealthService } from './provider-health.service';
import { ProviderRateLimiter } from './provider-rate-limiter';
import { ProviderSelectionService } from './provider-selection.service';
import { ProvidersService } from './providers.service';

@Module({
  imports: [
    JobMetricsModule,
    ModelRevisionsModule,
    ProviderCostsModule,
    ProviderInstancesModule,
    ProviderTasksModule,
    RequestStateModule,
  ],
  providers: [
    ProvidersService,
    InstanceEditorService,
    ProviderCharges,
    MissingRoutes,
    ProviderActionsService,
    ProviderHealthService,
    ProviderSelectionService,
    ProviderRateLimiter,
  ],
  exports: [MissingRoutes, ProvidersService, ProviderHealthService, ProviderSelectionService, ProviderRateLimiter],
})
export class ProvidersModule {}
