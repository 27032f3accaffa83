import { Module } from '@nestjs/common';
import { CancellationsModule } from '../cancellations/cancellations.module';
import { NewRequestsModule } from '../new-requests/new-requests.module';
import { ProvidersModule } from '../providers/providers.module';
import { QueuesModule } from '../queues/queues.module';
import { ActionItemsService } from './action-items.service';
import { JobActionsService } from './job-actions.service';
import { JobGaugesReporter } from './job-gauges-reporter';
import { JobListService } from './job-list.service';
import { JobMetricsAggregator } from './job-metrics-aggregator';
import { JobMetricsService } from './job-metrics.service';
import { OperationsController } from './operations.controller';

@Module({
  imports: [CancellationsModule, NewRequestsModule, ProvidersModule, QueuesModule],
  controllers: [OperationsController],
  providers: [
    JobListService,
    JobMetricsService,
    JobMetricsAggregator,
    JobGaugesReporter,
    ActionItemsService,
    JobActionsService,
  ],
})
export class OperationsModule {}
