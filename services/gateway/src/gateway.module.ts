import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsService } from './accounts/accounts.service';
import { PasswordsController } from './accounts/passwords.controller';
import { PasswordsService } from './accounts/passwords.service';
import { ProfilesController } from './accounts/profiles.controller';
import { ProfilesService } from './accounts/profiles.service';
import { AdminSessionsController } from './admin/sessions/admin-sessions.controller';
import { AdminMessagesController } from './admin/messages/admin-messages.controller';
import { AdminMessagesService } from './admin/messages/admin-messages.service';
import { AdminUsersController } from './admin/users/admin-users.controller';
import { AdminUsersService } from './admin/users/admin-users.service';
import { AdminPacksController } from './admin/packs/admin-packs.controller';
import { AdminPacksService } from './admin/packs/admin-packs.service';
import { AdminPlansController } from './admin/plans/admin-plans.controller';
import { AdminPlansService } from './admin/plans/admin-plans.service';
import { AdminSettingsController } from './admin/settings/admin-settings.controller';
import { AdminSettingsService } from './admin/settings/admin-settings.service';
import { DashboardController } from './admin/dashboard/dashboard.controller';
import { DashboardService } from './admin/dashboard/dashboard.service';
import { ReportsService } from './admin/reports/reports.service';
import { UserDirectoryController } from './admin/users/user-directory.controller';
import { UserDirectoryService } from './admin/users/user-directory.service';
import { UserExportService } from './admin/users/user-export.service';
import { AuditLogController } from './admin/audit-log/audit-log.controller';
import { AuditLogService } from './admin/audit-log/audit-log.service';
import { ProvidersController } from './admin/providers/providers.controller';
import { ProvidersService } from './admin/providers/providers.service';
import { AdminSessionsService } from './admin/sessions/admin-sessions.service';
import { AccountDeletionsController } from './account-deletions/account-deletions.controller';
import { AccountDeletionsService } from './account-deletions/account-deletions.service';
import { AdminAccountDeletionsController } from './admin/account-deletions/admin-account-deletions.controller';
import { AdminTransactionsController } from './admin/transactions/admin-transactions.controller';
import { AdminTransactionsService } from './admin/transactions/admin-transactions.service';
import { AlertsController } from './admin/alerts/alerts.controller';
import { AlertsService } from './admin/alerts/alerts.service';
import { AccessRecorder } from './audit/access-recorder';
import { JobsController } from './admin/jobs/jobs.controller';
import { JobsService } from './admin/jobs/jobs.service';
import { Workers } from './admin/jobs/workers';
import { OperatorPublisher } from './live-updates/operator-publisher';
import { OperatorSessions } from './live-updates/operator-sessions';
import { CONFIG, type GatewayConfig } from './config';
import { ContactController } from './contact/contact.controller';
import { ContactService } from './contact/contact.service';
import { CreditsController } from './credits/credits.controller';
import { CreditsService } from './credits/credits.service';
import { AccountExportsController } from './account-exports/account-exports.controller';
import { AccountExportsService } from './account-exports/account-exports.service';
import { GuestFilesService } from './files/guest-files.service';
import { FileLinksService } from './files/file-links.service';
import { DisabledAccounts } from './files/disabled-accounts';
import { FilesController } from './files/files.controller';
import { FilesService, storageProvider } from './files/files.service';
import { EnvelopeInterceptor } from './http/envelope.interceptor';
import { FailureFilter } from './http/failure.filter';
import { validationPipe } from './http/validation.pipe';
import { RevokedSessions } from './identities/revoked-sessions';
import {
  AdminTokenStrategy,
  GuestTokenStrategy,
  PasswordResetTokenStrategy,
  UserTokenStrategy,
} from './identities/token.strategy';
import { VerificationKeys } from './identities/verification-keys';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { RequestLimiter } from './limits/rate-limit.guard';
import { RateLimiter } from './limits/rate-limiter';
import { SignInLimiter } from './limits/sign-in-limiter';
import { InvariantsController } from './admin/invariants/invariants.controller';
import { InvariantsService } from './admin/invariants/invariants.service';
import { CompletionMailer } from './live-updates/completion-mailer';
import { LivePublisher } from './live-updates/live-publisher';
import { LiveSyncService } from './live-updates/live-sync.service';
import { LiveGateway } from './live-updates/live.gateway';
import { SocketLimiter } from './live-updates/socket-limiter';
import { OrdersService } from './payments/orders.service';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';
import { PlansController } from './plans/plans.controller';
import { PlansService } from './plans/plans.service';
import { ImageRequestsService } from './requests/image-requests.service';
import { PredictionsController } from './predictions/predictions.controller';
import { PredictionsService } from './predictions/predictions.service';
import { RequestViewsService } from './requests/request-views.service';
import { RequestsController } from './requests/requests.controller';
import { RequestsService } from './requests/requests.service';
import { RequestDetailsController } from './requests/request-details.controller';
import { OrderImagesService } from './uploads/order-images.service';
import { UploadsController } from './uploads/uploads.controller';
import { ImageCleaner } from './uploads/image-cleaner';
import { UploadsService } from './uploads/uploads.service';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksService } from './webhooks/webhooks.service';

/** The only public port: HTTP and sockets in front of the services. It keeps no state of its own. */
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    const { common } = config;
    return {
      module: GatewayModule,
      imports: [PlatformModule.forRoot({ service: 'gateway', config: common })],
      controllers: [
        AlertsController,
        JobsController,
        AccountsController,
        AdminSessionsController,
        AdminPacksController,
        AdminPlansController,
        AdminSettingsController,
        AdminMessagesController,
        AdminUsersController,
        DashboardController,
        UserDirectoryController,
        AuditLogController,
        ProvidersController,
        AccountDeletionsController,
        AdminTransactionsController,
        ContactController,
        CreditsController,
        AccountExportsController,
        FilesController,
        InvariantsController,
        AdminAccountDeletionsController,
        InvoicesController,
        PasswordsController,
        PaymentsController,
        PlansController,
        PredictionsController,
        ProfilesController,
        RequestsController,
        UploadsController,
        RequestDetailsController,
        WebhooksController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_FILTER, useClass: FailureFilter },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: RateLimiter, useFactory: () => new RateLimiter(common.redisUrl, common.instance) },
        storageProvider,
        AccountsService,
        AdminSessionsService,
        AdminMessagesService,
        AdminTransactionsService,
        AdminTokenStrategy,
        AdminPacksService,
        AdminPlansService,
        AdminSettingsService,
        AdminUsersService,
        DashboardService,
        ReportsService,
        UserDirectoryService,
        UserExportService,
        AccessRecorder,
        AuditLogService,
        ProvidersService,
        GuestTokenStrategy,
        GuestFilesService,
        AccountDeletionsService,
        ContactService,
        CreditsService,
        RevokedSessions,
        AccountExportsService,
        FileLinksService,
        DisabledAccounts,
        FilesService,
        InvoicesService,
        ImageRequestsService,
        InvariantsService,
        LivePublisher,
        CompletionMailer,
        LiveGateway,
        LiveSyncService,
        RequestLimiter,
        OperatorPublisher,
        OperatorSessions,
        AlertsService,
        JobsService,
        Workers,
        OrderImagesService,
        OrdersService,
        PasswordsService,
        PaymentsService,
        PlansService,
        PredictionsService,
        ProfilesService,
        PasswordResetTokenStrategy,
        RequestViewsService,
        RequestsService,
        SignInLimiter,
        ImageCleaner,
        SocketLimiter,
        UploadsService,
        UserTokenStrategy,
        VerificationKeys,
        WebhooksService,
      ],
    };
  }
}
