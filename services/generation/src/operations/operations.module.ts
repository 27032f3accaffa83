import { Module } from '@nestjs/common';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { ProvidersModule } from '../providers/providers.module';
import { QueuesModule } from '../queues/queues.module';
import { RequestStateModule } from '../request-state/request-state.module';
import { RequestsModule } from '../requests/requests.module';
import { ActionItemsService } from './action-items.service';
import { AffectedJobsService } from './affected-jobs.service';
import { BulkOperationsService } from './bulk-operations.service';
import { JobActionsService } from './job-actions.service';
import { JobGaugesReporter } from './job-gauges-reporter';
import { JobListService } from './job-list.service';
import { JobMetricsService } from './job-metrics.service';
import { SubmissionsModule } from '../submissions/submissions.module';
import { TakedownsModule } from '../takedowns/takedowns.module';
import { ThroughputService } from './throughput.service';
import { UnconfirmedJobActionsService } from './unconfirmed-job-actions.service';
import { WaitingJobs } from './waiting-jobs';

@Module({
  imports: [
    JobMetricsModule,
    ProvidersModule,
    QueuesModule,
    RequestsModule,
    RequestStateModule,
    SubmissionsModule,
    TakedownsModule,
  ],
  providers: [
    JobListService,
    JobMetricsService,
    JobGaugesReporter,
    ThroughputService,
    ActionItemsService,
    AffectedJobsService,
    BulkOperationsService,
    JobActionsService,
    UnconfirmedJobActionsService,
    WaitingJobs,
  ],
})
export class OperationsModule {}
