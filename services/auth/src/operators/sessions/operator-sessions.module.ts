import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { DevicesModule } from '../../identity/devices/devices.module';
import { KeysModule } from '../../identity/keys/keys.module';
import { PasswordsModule } from '../../identity/passwords/passwords.module';
import { SignInAttemptsModule } from '../../identity/sign-in-attempts/sign-in-attempts.module';
import { SecondFactorsModule } from '../second-factors/second-factors.module';
import { OperatorSessionsService } from './operator-sessions.service';
import { OperatorSignInsService } from './operator-sign-ins.service';

/** Sign-ins and sessions of operators. */
@Module({
  imports: [PasswordsModule, DevicesModule, SignInAttemptsModule, KeysModule, AuditLogModule, SecondFactorsModule],
  providers: [OperatorSignInsService, OperatorSessionsService],
})
export class OperatorSessionsModule {}
