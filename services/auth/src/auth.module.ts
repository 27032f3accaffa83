import { serviceDatabase } from '@luit/platform/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { ConfigModule } from './config.module';
import { authDatabase } from './database';
import { expiredRows } from './expired-rows';
import { IdentityModule } from './identity/identity.module';
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
import { OperatorsModule } from './operators/operators.module';
import { writeAuditEntry } from './records/audit-log/write-audit-entry';
import type { AuthConfig } from './records/auth-config';
import { RecordsModule } from './records/records.module';
import { TrustModule } from './trust/trust.module';

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
        RecordsModule,
        TrustModule,
        IdentityModule,
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
        OperatorsModule,
      ],
    };
  }
}
