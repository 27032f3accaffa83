import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { DevicesModule } from '../devices/devices.module';
import { KeysModule } from '../keys/keys.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SignInAttemptsModule } from '../sign-in-attempts/sign-in-attempts.module';
import { AdminEmails } from './admin-emails';
import { SecondFactorsModule } from '../second-factors/second-factors.module';
import { AdminSessionsService } from './admin-sessions.service';
import { AdminsService } from './admins.service';

/** Operators and their sessions. */
@Module({
  imports: [PasswordsModule, DevicesModule, SignInAttemptsModule, KeysModule, AuditLogModule, SecondFactorsModule],
  providers: [AdminEmails, AdminsService, AdminSessionsService],
})
export class AdminsModule {}
