import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { DuePoller } from '@luit/platform/scheduling/due-poller';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Module } from '@nestjs/common';
import { EstimatesModule } from '../estimates/estimates.module';
import { InvariantsModule } from '../invariants/invariants.module';
import { ProvidersModule } from '../providers/providers.module';
import { QueuesModule } from '../queues/queues.module';
import { JobMetricsModule } from '../job-metrics/job-metrics.module';
import { SafetyModule } from '../safety/safety.module';
import { TakedownsModule } from '../takedowns/takedowns.module';
import { AlertCauses } from './alert-causes';
import { FailingJobs } from './failing-jobs';
import { SlowJobs } from './slow-jobs';

@Module({
  imports: [
    EstimatesModule,
    InvariantsModule,
    JobMetricsModule,
    ProvidersModule,
    QueuesModule,
    SafetyModule,
    TakedownsModule,
  ],
  providers: [
    AlertCauses,
    FailingJobs,
    SlowJobs,
    {
      provide: AlertReporter,
      inject: [Scheduler, CallClient, AlertCauses, DuePoller],
      useFactory: (...dependencies: Required<ConstructorParameters<typeof AlertReporter>>) =>
        new AlertReporter(...dependencies),
    },
  ],
})
export class AlertsModule {}
