import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountDeletionsModule } from './account/account-deletions/account-deletions.module';
import { AccountExportsModule } from './account/account-exports/account-exports.module';
import { AccountsModule } from './account/accounts/accounts.module';
import { AdminModule } from './admin/admin.module';
import { ApiKeysModule } from './account/api-keys/api-keys.module';
import type { GatewayConfig } from './config';
import { ConfigModule } from './config.module';
import { CollectionsModule } from './creations/collections/collections.module';
import { ConsentsModule } from './account/consents/consents.module';
import { VerificationsModule } from './help/verifications/verifications.module';
import { ContentReportsModule } from './help/content-reports/content-reports.module';
import { ContactModule } from './help/contact/contact.module';
import { PromoCodesModule } from './money/promo-codes/promo-codes.module';
import { CreditsModule } from './money/credits/credits.module';
import { DerivedFilesModule } from './storage/derived-files/derived-files.module';
import { ExamplesModule } from './creations/examples/examples.module';
import { FilesModule } from './storage/files/files.module';
import { HttpModule } from './http/http.module';
import { IdentitiesModule } from './access/identities/identities.module';
import { InvoicesModule } from './money/invoices/invoices.module';
import { LiveUpdatesModule } from './live-updates/live-updates.module';
import { NotificationsModule } from './account/notifications/notifications.module';
import { PaymentsModule } from './money/payments/payments.module';
import { PlansModule } from './money/plans/plans.module';
import { PredictionsModule } from './creations/predictions/predictions.module';
import { PromptHelpModule } from './creations/prompt-help/prompt-help.module';
import { PublicApiModule } from './public-api/public-api.module';
import { RefusalsModule } from './creations/refusals/refusals.module';
import { RequestsModule } from './creations/requests/requests.module';
import { ServiceStatusModule } from './help/service-status/service-status.module';
import { ShareLinksModule } from './creations/share-links/share-links.module';
import { StorageUsageModule } from './storage/storage-usage/storage-usage.module';
import { TrashModule } from './creations/trash/trash.module';
import { UploadsModule } from './storage/uploads/uploads.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { LastingAccessModule } from './account/lasting-access/lasting-access.module';
import { WebPushModule } from './account/web-push/web-push.module';
import { WebhookEndpointsModule } from './account/webhook-endpoints/webhook-endpoints.module';
import { ZipDownloadsModule } from './storage/zip-downloads/zip-downloads.module';

@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      imports: [
        PlatformModule.forRoot({ service: 'gateway', config: config.common, webUrls: [config.webUrl] }),
        ConfigModule.forRoot(config),
        HttpModule,
        IdentitiesModule,
        AdminModule,
        AccountsModule,
        ApiKeysModule,
        AccountDeletionsModule,
        AccountExportsModule,
        CollectionsModule,
        ConsentsModule,
        ContactModule,
        ContentReportsModule,
        VerificationsModule,
        PromoCodesModule,
        CreditsModule,
        DerivedFilesModule,
        ExamplesModule,
        FilesModule,
        InvoicesModule,
        LiveUpdatesModule,
        NotificationsModule,
        PaymentsModule,
        PlansModule,
        PredictionsModule,
        PromptHelpModule,
        PublicApiModule,
        RefusalsModule,
        RequestsModule,
        ServiceStatusModule,
        ShareLinksModule,
        StorageUsageModule,
        TrashModule,
        UploadsModule,
        WebhooksModule,
        WebPushModule,
        LastingAccessModule,
        WebhookEndpointsModule,
        ZipDownloadsModule,
      ],
    };
  }
}
