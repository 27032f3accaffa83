import { Scoreboard } from '@luit/platform/invariants/scoreboard';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { ClosingsController } from './closings/closings.controller';
import { ClosingsService } from './closings/closings.service';
import { ErasuresService } from './closings/erasures.service';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from './config';
import { databaseSettings } from './database';
import { DraftsController } from './drafts/drafts.controller';
import { DraftsService } from './drafts/drafts.service';
import { HoldsController } from './holds/holds.controller';
import { HoldsService } from './holds/holds.service';
import { generationChecks } from './invariants/checks';
import { HoldComparison } from './invariants/hold-comparison';
import { InvariantsController } from './invariants/invariants.controller';
import { InvariantsService } from './invariants/invariants.service';
import { JobsController } from './jobs/jobs.controller';
import { KnownTasks } from './jobs/known-tasks.service';
import { ProviderSlots } from './jobs/provider-slots.service';
import { RunTimes } from './jobs/run-times.service';
import { SettlementService } from './jobs/settlement.service';
import { SubmissionsService } from './jobs/submissions.service';
import { TrackingService } from './jobs/tracking.service';
import { WatchingService } from './jobs/watching.service';
import { Wakes } from './jobs/wakes.service';
import { ActionItems } from './operations/action-items.service';
import { AlertCauses } from './operations/alert-causes.service';
import { JobActions } from './operations/job-actions.service';
import { JobList } from './operations/job-list.service';
import { JobGauges } from './operations/job-gauges.poller';
import { JobMetricsService } from './operations/job-metrics.service';
import { OperationsController } from './operations/operations.controller';
import { PausedQueues } from './operations/paused-queues.service';
import { Rollups } from './operations/rollups.service';
import { PlansController } from './plans/plans.controller';
import { PlanEditor } from './plans/plan-editor.service';
import { PlansService } from './plans/plans.service';
import { ContentPolicy } from './policy/content-policy.service';
import { ProviderEventsController } from './provider-events/provider-events.controller';
import { ProviderEventsService } from './provider-events/provider-events.service';
import { ProviderChoice } from './providers/provider-choice.service';
import { ProviderHealth } from './providers/provider-health.service';
import { ProviderList } from './providers/provider-list.service';
import { ProviderPace } from './providers/provider-pace.service';
import { ProvidersController } from './providers/providers.controller';
import { QueueEntries } from './reconcile/queue-entries';
import { Reconciler } from './reconcile/reconciler.service';
import { AcceptanceService } from './requests/acceptance.service';
import { CancellationService } from './requests/cancellation.service';
import { Outlooks } from './requests/outlooks.service';
import { RequestLocks } from './requests/request-locks';
import { RejectedRequests } from './requests/rejected-requests.service';
import { RequestsController } from './requests/requests.controller';
import { RequestsService } from './requests/requests.service';
import { RetriesService } from './requests/retries.service';

/** Who waits longer for a row gets `unavailable` and comes again, milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;

@Module({})
export class GenerationModule {
  static forRoot(config: GenerationConfig): DynamicModule {
    return {
      module: GenerationModule,
      imports: [
        PlatformModule.forRoot({
          service: 'generation',
          config: config.common,
          database: { ...databaseSettings(config.databaseUrl, config.databasePool), lockTimeoutMs: LOCK_TIMEOUT_MS },
        }),
      ],
      controllers: [
        PlansController,
        RequestsController,
        DraftsController,
        JobsController,
        ProviderEventsController,
        HoldsController,
        ClosingsController,
        InvariantsController,
        ProvidersController,
        OperationsController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        PlanEditor,
        PlansService,
        RequestLocks,
        Outlooks,
        RequestsService,
        AcceptanceService,
        ContentPolicy,
        DraftsService,
        RejectedRequests,
        CancellationService,
        ClosingsService,
        ErasuresService,
        RetriesService,
        Wakes,
        ProviderSlots,
        ProviderHealth,
        ProviderChoice,
        ProviderPace,
        ProviderList,
        RunTimes,
        KnownTasks,
        SettlementService,
        SubmissionsService,
        TrackingService,
        WatchingService,
        ProviderEventsService,
        HoldsService,
        QueueEntries,
        Reconciler,
        InvariantsService,
        HoldComparison,
        Rollups,
        JobList,
        JobMetricsService,
        JobGauges,
        PausedQueues,
        ActionItems,
        JobActions,
        AlertCauses,
        {
          provide: AlertReporter,
          inject: [CallClient, AlertCauses],
          useFactory: (calls: CallClient, causes: AlertCauses) =>
            new AlertReporter(calls, 'generation', () => causes.look()),
        },
        {
          provide: Scoreboard,
          inject: [DataSource, InvariantsService, HoldComparison],
          useFactory: (source: DataSource, invariants: InvariantsService, holds: HoldComparison) =>
            new Scoreboard(
              databaseSettings(config.databaseUrl, config.databasePool),
              source,
              generationChecks(config.limits, invariants, holds),
              config.limits.invariantsIntervalMs,
            ),
        },
      ],
    };
  }
}
