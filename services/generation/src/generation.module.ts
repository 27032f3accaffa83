import { operationsEvents } from '@luit/contracts/operations/messages';
import { serviceDatabase } from '@luit/platform/service-database';
import { writeEvent } from '@luit/platform/events/outbox';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module';
import { AlertsModule } from './alerts/alerts.module';
import { CONFIG, type GenerationConfig } from './config';
import { databaseSettings } from './database';
import { expiredRows } from './expired-rows';
import { CollectionsModule } from './collections/collections.module';
import { ModelChecksModule } from './model-checks/model-checks.module';
import { DerivedFilesModule } from './derived-files/derived-files.module';
import { DispatchModule } from './dispatch/dispatch.module';
import { ErasuresModule } from './erasures/erasures.module';
import { ExamplesModule } from './examples/examples.module';
import { FavoritesModule } from './favorites/favorites.module';
import { InvariantsModule } from './invariants/invariants.module';
import { JobEventArchivesModule } from './job-event-archives/job-event-archives.module';
import { JobMetricsModule } from './job-metrics/job-metrics.module';
import { OperationsModule } from './operations/operations.module';
import { OutputLabelModule } from './output-label/output-label.module';
import { ModelsModule } from './models/models.module';
import { PlansModule } from './plans/plans.module';
import { PresetsModule } from './presets/presets.module';
import { ProviderCostsModule } from './provider-costs/provider-costs.module';
import { ProvidersModule } from './providers/providers.module';
import { QueuesModule } from './queues/queues.module';
import { ReconciliationModule } from './reconciliation/reconciliation.module';
import { RequestsModule } from './requests/requests.module';
import { SafetyModule } from './safety/safety.module';
import { ServiceStatusModule } from './service-status/service-status.module';
import { SettlementModule } from './settlement/settlement.module';
import { ShareLinksModule } from './share-links/share-links.module';
import { StorageUsageModule } from './storage-usage/storage-usage.module';
import { SubmissionsModule } from './submissions/submissions.module';
import { TrackingModule } from './tracking/tracking.module';
import { TrashModule } from './trash/trash.module';
import { UsageModule } from './usage/usage.module';
import { WebhookAccountsModule } from './webhook-accounts/webhook-accounts.module';
import { VerificationsModule } from './verifications/verifications.module';
import { TakedownsModule } from './takedowns/takedowns.module';
import { ZipDownloadsModule } from './zip-downloads/zip-downloads.module';

const FEATURES = [
  AccountDeletionsModule,
  AlertsModule,
  CollectionsModule,
  DerivedFilesModule,
  ModelChecksModule,
  DispatchModule,
  ErasuresModule,
  ExamplesModule,
  FavoritesModule,
  InvariantsModule,
  JobEventArchivesModule,
  JobMetricsModule,
  OperationsModule,
  ModelsModule,
  OutputLabelModule,
  PlansModule,
  PresetsModule,
  ProviderCostsModule,
  ProvidersModule,
  QueuesModule,
  ReconciliationModule,
  RequestsModule,
  SafetyModule,
  ServiceStatusModule,
  SettlementModule,
  ShareLinksModule,
  StorageUsageModule,
  SubmissionsModule,
  TrackingModule,
  TrashModule,
  UsageModule,
  WebhookAccountsModule,
  TakedownsModule,
  VerificationsModule,
  ZipDownloadsModule,
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
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
