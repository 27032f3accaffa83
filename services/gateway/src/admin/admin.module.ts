import { Module } from '@nestjs/common';
import { AdminAccountDeletionsModule } from './account-deletions/admin-account-deletions.module';
import { AlertDestinationsModule } from './alert-destinations/alert-destinations.module';
import { AlertsModule } from './alerts/alerts.module';
import { ApprovalsModule } from './approvals/approvals.module';
import { AuditLogModule } from './audit-log/audit-log.module';
import { BreachesModule } from './breaches/breaches.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { AdminDeadLettersModule } from './dead-letters/admin-dead-letters.module';
import { AdminDisputesModule } from './disputes/admin-disputes.module';
import { InvariantsModule } from './invariants/invariants.module';
import { AdminInvoicesModule } from './invoices/admin-invoices.module';
import { JobsModule } from './jobs/jobs.module';
import { CallbacksModule } from './callbacks/callbacks.module';
import { IncidentMailsModule } from './incident-mails/incident-mails.module';
import { AdminMailsModule } from './mails/admin-mails.module';
import { AdminMessagesModule } from './messages/admin-messages.module';
import { AdminOrdersModule } from './orders/admin-orders.module';
import { AdminOutputLabelModule } from './output-label/admin-output-label.module';
import { TakedownSettingsModule } from './takedown-settings/takedown-settings.module';
import { AdminPacksModule } from './packs/admin-packs.module';
import { AdminPlansModule } from './plans/admin-plans.module';
import { AdminPromoCodesModule } from './promo-codes/admin-promo-codes.module';
import { OperatorsModule } from './operators/operators.module';
import { ProfileModule } from './profile/profile.module';
import { AdminContentReportsModule } from './content-reports/admin-content-reports.module';
import { AdminExamplesModule } from './examples/admin-examples.module';
import { AdminPresetsModule } from './presets/admin-presets.module';
import { ProviderCostsModule } from './provider-costs/provider-costs.module';
import { ProvidersModule } from './providers/providers.module';
import { ReportsModule } from './reports/reports.module';
import { AdminSafetyModule } from './safety/admin-safety.module';
import { RetainedRecordsModule } from './sealed-records/retained-records.module';
import { AdminSearchModule } from './search/admin-search.module';
import { AdminSessionsModule } from './sessions/admin-sessions.module';
import { AdminServiceStatusModule } from './service-status/admin-service-status.module';
import { AdminSettingsModule } from './settings/admin-settings.module';
import { AdminTransactionsModule } from './transactions/admin-transactions.module';
import { FailingEndpointsModule } from './webhook-endpoints/failing-endpoints.module';
import { AdminUsersModule } from './users/admin-users.module';
import { AdminWebhooksModule } from './webhooks/admin-webhooks.module';

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
