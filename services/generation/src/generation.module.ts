import { InvariantMonitor } from '@luit/platform/invariants/invariant-monitor';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountDeletionsController } from './account-deletions/account-deletions.controller';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { ErasuresService } from './erasures/erasures.service';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from './config';
import { databaseSettings } from './database';
import { PendingOrdersController } from './pending-orders/pending-orders.controller';
import { PendingOrdersService } from './pending-orders/pending-orders.service';
import { HoldsController } from './holds/holds.controller';
import { HoldsService } from './holds/holds.service';
import { generationChecks } from './invariants/checks';
import { HoldComparison } from './invariants/hold-comparison';
import { InvariantsController } from './invariants/invariants.controller';
import { InvariantsService } from './invariants/invariants.service';
import { JobsController } from './jobs/jobs.controller';
import { ProviderTasks } from './jobs/provider-tasks';
import { ProviderSlots } from './jobs/provider-slots';
import { RunTimes } from './jobs/run-times';
import { SettlementService } from './jobs/settlement.service';
import { SubmissionsService } from './jobs/submissions.service';
import { TrackingService } from './jobs/tracking.service';
import { LateResultsService } from './jobs/late-results.service';
import { JobPromoter } from './jobs/job-promoter';
import { ActionItemsService } from './operations/action-items.service';
import { AlertCauses } from './operations/alert-causes';
import { JobActionsService } from './operations/job-actions.service';
import { JobListService } from './operations/job-list.service';
import { JobGaugesReporter } from './operations/job-gauges-reporter';
import { JobMetricsService } from './operations/job-metrics.service';
import { OperationsController } from './operations/operations.controller';
import { PausedQueuesService } from './operations/paused-queues.service';
import { JobMetricsAggregator } from './operations/job-metrics-aggregator';
import { PlansController } from './plans/plans.controller';
import { PlanEditorService } from './plans/plan-editor.service';
import { PlansService } from './plans/plans.service';
import { ContentPolicyService } from './policy/content-policy.service';
import { ProviderEventsController } from './provider-events/provider-events.controller';
import { ProviderEventsService } from './provider-events/provider-events.service';
import { ProviderSelectionService } from './providers/provider-selection.service';
import { ProviderHealthService } from './providers/provider-health.service';
import { ProvidersService } from './providers/providers.service';
import { ProviderRateLimiter } from './providers/provider-rate-limiter';
import { ProvidersController } from './providers/providers.controller';
import { QueueEntries } from './reconciliation/queue-entries';
import { Reconciler } from './reconciliation/reconciler';
import { AcceptanceService } from './requests/acceptance.service';
import { CancellationService } from './requests/cancellation.service';
import { QueueEstimates } from './requests/queue-estimates';
import { RequestLocks } from './requests/request-locks';
import { RejectedRequests } from './requests/rejected-requests';
import { RequestsController } from './requests/requests.controller';
import { RequestsService } from './requests/requests.service';
import { RetriesService } from './requests/retries.service';

/** A transaction that waits longer for a row lock fails with `unavailable`, milliseconds. */
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
        PendingOrdersController,
        JobsController,
        ProviderEventsController,
        HoldsController,
        AccountDeletionsController,
        InvariantsController,
        ProvidersController,
        OperationsController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        PlanEditorService,
        PlansService,
        RequestLocks,
        QueueEstimates,
        RequestsService,
        AcceptanceService,
        ContentPolicyService,
        PendingOrdersService,
        RejectedRequests,
        CancellationService,
        AccountDeletionsService,
        ErasuresService,
        RetriesService,
        JobPromoter,
        ProviderSlots,
        ProviderHealthService,
        ProviderSelectionService,
        ProviderRateLimiter,
        ProvidersService,
        RunTimes,
        ProviderTasks,
        SettlementService,
        SubmissionsService,
        TrackingService,
        LateResultsService,
        ProviderEventsService,
        HoldsService,
        QueueEntries,
        Reconciler,
        InvariantsService,
        HoldComparison,
        JobMetricsAggregator,
        JobListService,
        JobMetricsService,
        JobGaugesReporter,
        PausedQueuesService,
        ActionItemsService,
        JobActionsService,
        AlertCauses,
        {
          provide: AlertReporter,
          inject: [CallClient, AlertCauses],
          useFactory: (calls: CallClient, causes: AlertCauses) =>
            new AlertReporter(calls, 'generation', () => causes.list()),
        },
        {
          provide: InvariantMonitor,
          inject: [DataSource, InvariantsService, HoldComparison],
          useFactory: (source: DataSource, invariants: InvariantsService, holds: HoldComparison) =>
            new InvariantMonitor(
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
