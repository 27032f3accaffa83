import { Module } from '@nestjs/common';
import { AdminAccountDeletionsModule } from './users/account-deletions/admin-account-deletions.module';
import { AlertDestinationsModule } from './operations/alert-destinations/alert-destinations.module';
import { AlertsModule } from './operations/alerts/alerts.module';
import { ApprovalsModule } from './operators/approvals/approvals.module';
import { AuditLogModule } from './operators/audit-log/audit-log.module';
import { BreachesModule } from './trust/breaches/breaches.module';
import { DashboardModule } from './operations/dashboard/dashboard.module';
import { AdminDeadLettersModule } from './operations/dead-letters/admin-dead-letters.module';
import { AdminDisputesModule } from './money/disputes/admin-disputes.module';
import { InvariantsModule } from './operations/invariants/invariants.module';
import { AdminInvoicesModule } from './money/invoices/admin-invoices.module';
import { JobsModule } from './jobs/jobs/jobs.module';
import { CallbacksModule } from './jobs/callbacks/callbacks.module';
import { IncidentMailsModule } from './users/incident-mails/incident-mails.module';
import { AdminMailsModule } from './users/mails/admin-mails.module';
import { AdminMessagesModule } from './users/messages/admin-messages.module';
import { AdminModelsModule } from './jobs/models/admin-models.module';
import { AdminOrdersModule } from './money/orders/admin-orders.module';
import { AdminOutputLabelModule } from './jobs/output-label/admin-output-label.module';
import { TakedownSettingsModule } from './trust/takedown-settings/takedown-settings.module';
import { AdminPacksModule } from './money/packs/admin-packs.module';
import { AdminPlansModule } from './money/plans/admin-plans.module';
import { AdminPromoCodesModule } from './money/promo-codes/admin-promo-codes.module';
import { OperatorsModule } from './operators/operators/operators.module';
import { ProfileModule } from './operators/profile/profile.module';
import { AdminContentReportsModule } from './trust/content-reports/admin-content-reports.module';
import { AdminExamplesModule } from './jobs/examples/admin-examples.module';
import { AdminPresetsModule } from './jobs/presets/admin-presets.module';
import { ProviderCostsModule } from './jobs/provider-costs/provider-costs.module';
import { ProvidersModule } from './jobs/providers/providers.module';
import { ReportsModule } from './operations/reports/reports.module';
import { AdminSafetyModule } from './trust/safety/admin-safety.module';
import { RetainedRecordsModule } from './trust/retained-records/retained-records.module';
import { AdminSearchModule } from './operations/search/admin-search.module';
import { AdminSessionsModule } from './operators/sessions/admin-sessions.module';
import { AdminServiceStatusModule } from './operations/service-status/admin-service-status.module';
import { AdminSettingsModule } from './money/settings/admin-settings.module';
import { AdminTransactionsModule } from './money/transactions/admin-transactions.module';
import { FailingEndpointsModule } from './users/webhook-endpoints/failing-endpoints.module';
import { AdminUsersModule } from './users/users/admin-users.module';
import { AdminWebhooksModule } from './money/webhooks/admin-webhooks.module';

@Module({
  imports: [
    AdminAccountDeletionsModule,
    AlertDestinationsModule,
    AlertsModule,
    ApprovalsModule,
    AuditLogModule,
    DashboardModule,
    FailingEndpointsModule,
    AdminDeadLettersModule,
    AdminDisputesModule,
    InvariantsModule,
    AdminInvoicesModule,
    JobsModule,
    AdminMailsModule,
    IncidentMailsModule,
    CallbacksModule,
    AdminMessagesModule,
    AdminModelsModule,
    AdminOrdersModule,
    AdminOutputLabelModule,
    TakedownSettingsModule,
    AdminPacksModule,
    AdminPlansModule,
    AdminContentReportsModule,
    AdminExamplesModule,
    AdminPresetsModule,
    AdminPromoCodesModule,
    OperatorsModule,
    ProfileModule,
    ProviderCostsModule,
    ProvidersModule,
    ReportsModule,
    AdminSafetyModule,
    RetainedRecordsModule,
    BreachesModule,
    AdminSearchModule,
    AdminSessionsModule,
    AdminServiceStatusModule,
    AdminSettingsModule,
    AdminTransactionsModule,
    AdminUsersModule,
    AdminWebhooksModule,
  ],
})
export class AdminModule {}
