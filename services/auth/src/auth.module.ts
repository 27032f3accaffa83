import { serviceDatabase } from '@luit/platform/database/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { ConfigModule } from './config.module';
import { authDatabase } from './database';
import { expiredRows } from './expired-rows';
import { AccountDeletionsModule } from './identity/account-deletions/account-deletions.module';
import { ApiKeysModule } from './identity/api-keys/api-keys.module';
import { ConsentsModule } from './identity/consents/consents.module';
import { ExportsModule } from './identity/exports/exports.module';
import { GuestAccessTokensModule } from './identity/guest-access-tokens/guest-access-tokens.module';
import { KeysModule } from './identity/keys/keys.module';
import { LastingAccessModule } from './identity/lasting-access/lasting-access.module';
import { PasswordChangesModule } from './identity/password-changes/password-changes.module';
import { SessionsModule } from './identity/sessions/sessions.module';
import { SignUpsModule } from './identity/sign-ups/sign-ups.module';
import { UsersModule } from './identity/users/users.module';
import { AlertsModule } from './notices/alerts/alerts.module';
import { BreachesModule } from './notices/breaches/breaches.module';
import { CompletionMailsModule } from './notices/completion-mails/completion-mails.module';
import { CreditNoticesModule } from './notices/credit-notices/credit-notices.module';
import { IncidentMailsModule } from './notices/incident-mails/incident-mails.module';
import { MailDeliveriesModule } from './notices/mails/mail-deliveries.module';
import { PaymentMailsModule } from './notices/payment-mails/payment-mails.module';
import { QuarterlyNoticesModule } from './notices/quarterly-notices/quarterly-notices.module';
import { TakedownMailsModule } from './notices/takedown-mails/takedown-mails.module';
import { WebPushModule } from './notices/web-push/web-push.module';
import { WebhooksModule } from './notices/webhooks/webhooks.module';
import { AuditEntriesModule } from './operators/audit-entries/audit-entries.module';
import { BlocksModule } from './operators/blocks/blocks.module';
import { DirectoryModule } from './operators/directory/directory.module';
import { OperatorsModule } from './operators/people/operators.module';
import { SecondFactorsModule } from './operators/second-factors/second-factors.module';
import { OperatorSessionsModule } from './operators/sessions/operator-sessions.module';
import { UserSupportModule } from './operators/user-support/user-support.module';
import { UserViewsModule } from './operators/user-views/user-views.module';
import { writeAuditEntry } from './records/audit-log/write-audit-entry';
import type { AuthConfig } from './records/auth-config';
import { NotificationsModule } from './records/notifications/notifications.module';
import { ContactMessagesModule } from './trust/contact-messages/contact-messages.module';
import { ContentReportsModule } from './trust/content-reports/content-reports.module';
import { SealedRecordsModule } from './trust/sealed-records/sealed-records.module';

/** Accounts, sessions, mails and operators. */
@Module({})
export class AuthModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        PlatformModule.forRoot({
          service: 'auth',
          config: config.common,
          database: serviceDatabase(authDatabase(config.database), {
            recordAction: (manager, action) => writeAuditEntry(manager, { id: uuidv7(), ...action }),
            expiredRows: expiredRows(config.retentionDays),
          }),
        }),
        ConfigModule.forRoot(config),
        NotificationsModule,
        ContactMessagesModule,
        ContentReportsModule,
        SealedRecordsModule,
        AccountDeletionsModule,
        ApiKeysModule,
        ConsentsModule,
        ExportsModule,
        GuestAccessTokensModule,
        KeysModule,
        LastingAccessModule,
        PasswordChangesModule,
        SessionsModule,
        SignUpsModule,
        UsersModule,
        AlertsModule,
        BreachesModule,
        CompletionMailsModule,
        CreditNoticesModule,
        IncidentMailsModule,
        MailDeliveriesModule,
        PaymentMailsModule,
        QuarterlyNoticesModule,
        TakedownMailsModule,
        WebPushModule,
        WebhooksModule,
        AuditEntriesModule,
        BlocksModule,
        DirectoryModule,
        OperatorSessionsModule,
        OperatorsModule,
        SecondFactorsModule,
        UserSupportModule,
        UserViewsModule,
      ],
    };
  }
}
