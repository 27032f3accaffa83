import { operationsEvents } from '@luit/contracts/operations/messages';
import { serviceDatabase } from '@luit/platform/service-database';
import { writeEvent } from '@luit/platform/events/outbox';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { openStorage } from '@luit/platform/storage/storage-settings';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { AlertsModule } from './alerts/alerts.module';
import { CollectionsService } from './collections/collections.service';
import { CONFIG, type GenerationConfig } from './config';
import { databaseSettings } from './database';
import { DerivedFilesService } from './derived-files/derived-files.service';
import { DispatchModule } from './dispatch/dispatch.module';
import { ErasuresService } from './erasures/erasures.service';
import { ExamplesService } from './examples/examples.service';
import { expiredRows } from './expired-rows';
import { FavoritesModule } from './favorites/favorites.module';
import { InvariantsModule } from './invariants/invariants.module';
import { JobEventArchiver } from './job-event-archives/job-event-archiver';
import { ARCHIVER, JobEventCleaner } from './job-event-archives/job-event-cleaner';
import { JobEventPartitions } from './job-event-archives/job-event-partitions';
import { JobMetricsModule } from './job-metrics/job-metrics.module';
import { ModelCheckStepsService } from './model-checks/model-check-steps.service';
import { ModelChecksService } from './model-checks/model-checks.service';
import { ModelsModule } from './models/models.module';
import { OperationsModule } from './operations/operations.module';
import { OutputLabelService } from './output-label/output-label.service';
import { PlansModule } from './plans/plans.module';
import { PresetsModule } from './presets/presets.module';
import { ProviderCostsModule } from './provider-costs/provider-costs.module';
import { ProviderTasksModule } from './provider-tasks/provider-tasks.module';
import { ProvidersModule } from './providers/providers.module';
import { QueuesModule } from './queues/queues.module';
import { Reconciler } from './reconciliation/reconciler';
import { RequestStateModule } from './request-state/request-state.module';
import { RequestsModule } from './requests/requests.module';
import { RunnersModule } from './runners/runners.module';
import { SafetyModule } from './safety/safety.module';
import { ServiceStatusModule } from './service-status/service-status.module';
import { SettlementModule } from './settlement/settlement.module';
import { ShareLinksModule } from './share-links/share-links.module';
import { StorageUsageService } from './storage-usage/storage-usage.service';
import { SubmissionsModule } from './submissions/submissions.module';
import { TakedownsModule } from './takedowns/takedowns.module';
import { TrackingModule } from './tracking/tracking.module';
import { TrashService } from './trash/trash.service';
import { UsageService } from './usage/usage.service';
import { VerificationsService } from './verifications/verifications.service';
import { WebhookAccounts } from './webhook-accounts/webhook-accounts';
import { ZipDownloadsService } from './zip-downloads/zip-downloads.service';

const FEATURES = [
  AlertsModule,
  DispatchModule,
  FavoritesModule,
  InvariantsModule,
  JobMetricsModule,
  ModelsModule,
  OperationsModule,
  PlansModule,
  PresetsModule,
  ProviderCostsModule,
  ProviderTasksModule,
  ProvidersModule,
  QueuesModule,
  RequestStateModule,
  RequestsModule,
  RunnersModule,
  SafetyModule,
  ServiceStatusModule,
  SettlementModule,
  ShareLinksModule,
  SubmissionsModule,
  TakedownsModule,
  TrackingModule,
];

/** Services that no other module needs. */
const SERVICES: Provider[] = [
  AccountDeletionsService,
  CollectionsService,
  DerivedFilesService,
  ErasuresService,
  ExamplesService,
  JobEventCleaner,
  JobEventPartitions,
  ModelChecksService,
  ModelCheckStepsService,
  OutputLabelService,
  Reconciler,
  StorageUsageService,
  TrashService,
  UsageService,
  VerificationsService,
  WebhookAccounts,
  ZipDownloadsService,
  {
    provide: ARCHIVER,
    inject: [CONFIG],
    useFactory: async ({ databaseUrl, archiveStorage }: GenerationConfig): Promise<JobEventArchiver | null> =>
      archiveStorage && new JobEventArchiver(databaseUrl, await openStorage(archiveStorage)),
  },
];

/** Global, so that every feature can inject the configuration. */
@Global()
@Module({})
export class GenerationModule {
  static forRoot(config: GenerationConfig): DynamicModule {
    return {
      module: GenerationModule,
      imports: [
        PlatformModule.forRoot({
          service: 'generation',
          config: config.common,
          database: serviceDatabase(
            databaseSettings(config.databaseUrl, config.databasePool, config.databaseReplicaUrl),
            {
              recordAction: (manager, action) =>
                writeEvent(manager, operationsEvents.operatorActed, { id: uuidv7(), ...action }),
              expiredRows: expiredRows(config.retentionDays),
            },
          ),
        }),
        ...FEATURES,
      ],
      providers: [{ provide: CONFIG, useValue: config }, ...SERVICES],
      exports: [CONFIG],
    };
  }
}
