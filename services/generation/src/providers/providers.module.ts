import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ProviderHealthService } from './provider-health.service';
import { ProviderRateLimiter } from './provider-rate-limiter';
import { ProviderSelectionService } from './provider-selection.service';
import { ProvidersController } from './providers.controller';
import { ProvidersService } from './providers.service';

@Module({
  imports: [JobMetricsModule],
  controllers: [ProvidersController],
  providers: [ProvidersService, ProviderHealthService, ProviderSelectionService, ProviderRateLimiter],
  exports: [ProvidersService, ProviderHealthService, ProviderSelectionService, ProviderRateLimiter],
})
export class ProvidersModule {}
