import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsService } from './accounts/accounts.service';
import { PasswordsController } from './accounts/passwords.controller';
import { PasswordsService } from './accounts/passwords.service';
import { ProfilesController } from './accounts/profiles.controller';
import { ProfilesService } from './accounts/profiles.service';
import { AdminController } from './admin/admin.controller';
import { AdminMessagesController } from './admin/admin-messages.controller';
import { AdminMessagesService } from './admin/admin-messages.service';
import { AdminUsersController } from './admin/admin-users.controller';
import { AdminUsersService } from './admin/admin-users.service';
import { AdminPacksController } from './admin/admin-packs.controller';
import { AdminPacksService } from './admin/admin-packs.service';
import { AdminPlansController } from './admin/admin-plans.controller';
import { AdminPlansService } from './admin/admin-plans.service';
import { AdminSettingsController } from './admin/admin-settings.controller';
import { AdminSettingsService } from './admin/admin-settings.service';
import { DashboardController } from './admin/dashboard.controller';
import { DashboardService } from './admin/dashboard.service';
import { ReportsService } from './admin/reports.service';
import { UserDirectoryController } from './admin/user-directory.controller';
import { UserDirectoryService } from './admin/user-directory.service';
import { UserExportService } from './admin/user-export.service';
import { AuditLogController } from './admin/audit-log.controller';
import { AuditLogService } from './admin/audit-log.service';
import { ProvidersController } from './admin/providers.controller';
import { ProvidersService } from './admin/providers.service';
import { AdminService } from './admin/admin.service';
import { ClosingsController } from './closings/closings.controller';
import { ClosingsService } from './closings/closings.service';
import { OperatorClosingsController } from './closings/operator-closings.controller';
import { AdminTransactionsController } from './admin/admin-transactions.controller';
import { AdminTransactionsService } from './admin/admin-transactions.service';
import { AlertsController } from './alerts/alerts.controller';
import { AlertsService } from './alerts/alerts.service';
import { AccessRecorder } from './audit/access-recorder.service';
import { JobsController } from './jobs/jobs.controller';
import { JobsService } from './jobs/jobs.service';
import { Workers } from './jobs/workers.service';
import { LiveOperations } from './live/live-operations.service';
import { OperatorSessions } from './live/operator-sessions.service';
import { CONFIG, type GatewayConfig } from './config';
import { ContactController } from './contact/contact.controller';
import { ContactService } from './contact/contact.service';
import { CreditsController } from './credits/credits.controller';
import { CreditsService } from './credits/credits.service';
import { ExportsController } from './exports/exports.controller';
import { ExportsService } from './exports/exports.service';
import { ClaimedFiles } from './files/claimed-files.service';
import { FileLinks } from './files/file-links.service';
import { ShutAccounts } from './files/shut-accounts.service';
import { FilesController } from './files/files.controller';
import { FilesService, storageProvider } from './files/files.service';
import { EnvelopeInterceptor } from './http/envelope.interceptor';
import { FailureFilter } from './http/failure.filter';
import { validationPipe } from './http/validation.pipe';
import { EndedSessions } from './identities/ended-sessions.service';
import {
  AdminTokenStrategy,
  ClaimStrategy,
  RecoveryTokenStrategy,
  UserTokenStrategy,
} from './identities/token.strategy';
import { VerificationKeys } from './identities/verification-keys.service';
import { InvoicesController } from './invoices/invoices.controller';
import { InvoicesService } from './invoices/invoices.service';
import { MinuteLimits } from './limits/rate-limit.guard';
import { RateLimiter } from './limits/rate-limiter.service';
import { SignInLimits } from './limits/sign-in-limits.service';
import { InvariantsController } from './invariants/invariants.controller';
import { InvariantsService } from './invariants/invariants.service';
import { AbsentOwners } from './live/absent-owners.service';
import { LiveEvents } from './live/live-events.service';
import { LiveSync } from './live/live-sync.service';
import { LiveGateway } from './live/live.gateway';
import { SocketLimits } from './live/socket-limits.service';
import { OrdersService } from './payments/orders.service';
import { PaymentsController } from './payments/payments.controller';
import { PaymentsService } from './payments/payments.service';
import { PlansController } from './plans/plans.controller';
import { PlansService } from './plans/plans.service';
import { ImageRequestsService } from './requests/image-requests.service';
import { PredictionsController } from './predictions/predictions.controller';
import { PredictionsService } from './predictions/predictions.service';
import { RequestViews } from './requests/request-views.service';
import { RequestsController } from './requests/requests.controller';
import { RequestsService } from './requests/requests.service';
import { ViewedRequestsController } from './requests/viewed-requests.controller';
import { OrderImages } from './uploads/order-images.service';
import { UploadsController } from './uploads/uploads.controller';
import { ImageCleaner } from './uploads/image-cleaner.service';
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
        AdminController,
        AdminPacksController,
        AdminPlansController,
        AdminSettingsController,
        AdminMessagesController,
        AdminUsersController,
        DashboardController,
        UserDirectoryController,
        AuditLogController,
        ProvidersController,
        ClosingsController,
        AdminTransactionsController,
        ContactController,
        CreditsController,
        ExportsController,
        FilesController,
        InvariantsController,
        OperatorClosingsController,
        InvoicesController,
        PasswordsController,
        PaymentsController,
        PlansController,
        PredictionsController,
        ProfilesController,
        RequestsController,
        UploadsController,
        ViewedRequestsController,
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
        AdminService,
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
        ClaimStrategy,
        ClaimedFiles,
        ClosingsService,
        ContactService,
        CreditsService,
        EndedSessions,
        ExportsService,
        FileLinks,
        ShutAccounts,
        FilesService,
        InvoicesService,
        ImageRequestsService,
        InvariantsService,
        LiveEvents,
        AbsentOwners,
        LiveGateway,
        LiveSync,
        MinuteLimits,
        LiveOperations,
        OperatorSessions,
        AlertsService,
        JobsService,
        Workers,
        OrderImages,
        OrdersService,
        PasswordsService,
        PaymentsService,
        PlansService,
        PredictionsService,
        ProfilesService,
        RecoveryTokenStrategy,
        RequestViews,
        RequestsService,
        SignInLimits,
        ImageCleaner,
        SocketLimits,
        UploadsService,
        UserTokenStrategy,
        VerificationKeys,
        WebhooksService,
      ],
    };
  }
}
