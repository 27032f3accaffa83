import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module';
import { AccountExportsModule } from './account-exports/account-exports.module';
import { AccountsModule } from './accounts/accounts.module';
import { AdminModule } from './admin/admin.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import type { GatewayConfig } from './config';
import { ConfigModule } from './config.module';
import { CollectionsModule } from './collections/collections.module';
import { ConsentsModule } from './consents/consents.module';
import { VerificationsModule } from './verifications/verifications.module';
import { ContentReportsModule } from './content-reports/content-reports.module';
import { ContactModule } from './contact/contact.module';
import { PromoCodesModule } from './promo-codes/promo-codes.module';
import { CreditsModule } from './credits/credits.module';
import { DerivedFilesModule } from './derived-files/derived-files.module';
import { ExamplesModule } from './examples/examples.module';
import { FilesModule } from './files/files.module';
import { HttpModule } from './http/http.module';
import { IdentitiesModule } from './identities/identities.module';
import { InvoicesModule } from './invoices/invoices.module';
import { LiveUpdatesModule } from './live-updates/live-updates.module';
import { NotificationsModule } from './notifications/notifications.module';
import { PaymentsModule } from './payments/payments.module';
import { PlansModule } from './plans/plans.module';
import { PredictionsModule } from './predictions/predictions.module';
import { PromptHelpModule } from './prompt-help/prompt-help.module';
import { PublicApiModule } from './public-api/public-api.module';
import { RefusalsModule } from './refusals/refusals.module';
import { RequestsModule } from './requests/requests.module';
import { ServiceStatusModule } from './service-status/service-status.module';
import { ShareLinksModule } from './share-links/share-links.module';
import { StorageUsageModule } from './storage-usage/storage-usage.module';
import { TrashModule } from './trash/trash.module';
import { UploadsModule } from './uploads/uploads.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { LastingAccessModule } from './lasting-access/lasting-access.module';
import { WebPushModule } from './web-push/web-push.module';
import { WebhookEndpointsModule } from './webhook-endpoints/webhook-endpoints.module';
import { ZipDownloadsModule } from './zip-downloads/zip-downloads.module';

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
