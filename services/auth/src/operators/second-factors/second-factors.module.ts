import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { SignInAttemptsModule } from '../../identity/sign-in-attempts/sign-in-attempts.module';
import { PasskeysService } from './passkeys.service';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorsService } from './second-factors.service';
import { TotpService } from './totp.service';

/** Authenticator apps, passkeys and recovery codes of operators. */
@Module({
  imports: [AuditLogModule, SecretsModule, SignInAttemptsModule],
  providers: [PasskeysService, RecoveryCodes, SecondFactorsService, TotpService],
  exports: [PasskeysService, RecoveryCodes, SecondFactorsService, TotpService],
})
export class SecondFactorsModule {}
