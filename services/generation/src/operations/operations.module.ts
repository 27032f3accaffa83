import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ProvidersModule } from '../providers/providers.module';
import { QueuesModule } from '../queues/queues.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { RequestsModule } from '../requests/requests.module';
import { ActionItemsService } from './action-items.service';
import { JobActionsService } from './job-actions.service';
import { JobGaugesReporter } from './job-gauges-reporter';
import { JobListService } from './job-list.service';
import { JobMetricsService } from './job-metrics.service';
import { OperationsController } from './operations.controller';

@Module({
  imports: [JobMetricsModule, ProvidersModule, QueuesModule, RequestsModule, RequestStateModule],
  controllers: [OperationsController],
  providers: [JobListService, JobMetricsService, JobGaugesReporter, ActionItemsService, JobActionsService],
})
export class OperationsModule {}
