import { Module } from '@nestjs/common';
import { AdminAccountDeletionsModule } from './account-deletions/admin-account-deletions.module';
import { AlertsModule } from './alerts/alerts.module';
import { AuditLogModule } from './audit-log/audit-log.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { AdminDeadLettersModule } from './dead-letters/admin-dead-letters.module';
import { InvariantsModule } from './invariants/invariants.module';
import { AdminInvoicesModule } from './invoices/admin-invoices.module';
import { JobsModule } from './jobs/jobs.module';
import { AdminMessagesModule } from './messages/admin-messages.module';
import { AdminPacksModule } from './packs/admin-packs.module';
import { AdminPlansModule } from './plans/admin-plans.module';
import { ProvidersModule } from './providers/providers.module';
import { ReportsModule } from './reports/reports.module';
import { AdminSessionsModule } from './sessions/admin-sessions.module';
import { AdminSettingsModule } from './settings/admin-settings.module';
import { AdminTransactionsModule } from './transactions/admin-transactions.module';
import { AdminUsersModule } from './users/admin-users.module';

@Module({
  imports: [
    AdminAccountDeletionsModule,
    AlertsModule,
    AuditLogModule,
    DashboardModule,
    AdminDeadLettersModule,
    InvariantsModule,
    AdminInvoicesModule,
    JobsModule,
    AdminMessagesModule,
    AdminPacksModule,
    AdminPlansModule,
    ProvidersModule,
    ReportsModule,
    AdminSessionsModule,
    AdminSettingsModule,
    AdminTransactionsModule,
    AdminUsersModule,
  ],
})
export class AdminModule {}
