import { serviceDatabase } from '@luit/platform/service-database';
import { PlatformModule } from '@luit/platform/platform.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { authDatabase } from './database';
import { expiredRows } from './expired-rows';
import { IdentityModule } from './identity/identity.module';
import { NoticesModule } from './notices/notices.module';
import { OperatorsModule } from './operators/operators.module';
import { writeAuditEntry } from './records/audit-log/write-audit-entry';
import { AUTH_CONFIG, type AuthConfig } from './records/auth-config';
import { RecordsModule } from './records/records.module';
import { TrustModule } from './trust/trust.module';

/** Accounts, sessions, mails and operators. Global, so that every room can inject the configuration. */
@Global()
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
        RecordsModule,
        TrustModule,
        IdentityModule,
        NoticesModule,
        OperatorsModule,
      ],
      providers: [{ provide: AUTH_CONFIG, useValue: config }],
      exports: [AUTH_CONFIG],
    };
  }
}
