import { serviceDatabase } from '@luit/platform/database/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module';
import { AdminsModule } from './admins/admins.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AuditLogModule } from './audit-log/audit-log.module';
import { writeAuditEntry } from './audit-log/write-audit-entry';
import { BlocksModule } from './blocks/blocks.module';
import { BreachesModule } from './breaches/breaches.module';
import { CompletionMailsModule } from './completion-mails/completion-mails.module';
import { ConsentsModule } from './consents/consents.module';
import { ContactMessagesModule } from './contact-messages/contact-messages.module';
import { ContentReportsModule } from './content-reports/content-reports.module';
import { CreditNoticesModule } from './credit-notices/credit-notices.module';
import { DirectoryModule } from './directory/directory.module';
import { ExportsModule } from './exports/exports.module';
import { GuestAccessTokensModule } from './guest-access-tokens/guest-access-tokens.module';
import { IncidentMailsModule } from './incident-mails/incident-mails.module';
import { KeysModule } from './keys/keys.module';
import { LastingAccessModule } from './lasting-access/lasting-access.module';
import { MailsModule } from './mails/mails.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OperatorsModule } from './operators/operators.module';
import { PasswordChangesModule } from './password-changes/password-changes.module';
import { PaymentMailsModule } from './payment-mails/payment-mails.module';
import { QuarterlyNoticesModule } from './quarterly-notices/quarterly-notices.module';
import { SealedRecordsModule } from './sealed-records/sealed-records.module';
import { SecondFactorsModule } from './second-factors/second-factors.module';
import { SessionsModule } from './sessions/sessions.module';
import { SignUpsModule } from './sign-ups/sign-ups.module';
import { TakedownMailsModule } from './takedown-mails/takedown-mails.module';
import { UserSupportModule } from './user-support/user-support.module';
import { UserViewsModule } from './user-views/user-views.module';
import { UsersModule } from './users/users.module';
import { DeliveriesModule } from './webhooks/deliveries.module';
import type { AuthConfig } from './config';
import { ConfigModule } from './config.module';
import { authDatabase } from './database';
import { expiredRows } from './expired-rows';

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
        UsersModule,
        SignUpsModule,
        SessionsModule,
        ApiKeysModule,
        LastingAccessModule,
        PasswordChangesModule,
        GuestAccessTokensModule,
        KeysModule,
        MailsModule,
        PaymentMailsModule,
        CompletionMailsModule,
        CreditNoticesModule,
        ConsentsModule,
        NotificationsModule,
        DeliveriesModule,
        TakedownMailsModule,
        IncidentMailsModule,
        ExportsModule,
        AccountDeletionsModule,
        AdminsModule,
        OperatorsModule,
        SecondFactorsModule,
        AuditLogModule,
        BlocksModule,
        UserSupportModule,
        UserViewsModule,
        DirectoryModule,
        ContactMessagesModule,
        ContentReportsModule,
        SealedRecordsModule,
        BreachesModule,
        QuarterlyNoticesModule,
      ],
    };
  }
}
