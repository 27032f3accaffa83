import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../records/audit-log/audit-log.module';
import { DevicesModule } from '../../identity/devices/devices.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { PasswordsModule } from '../../identity/passwords/passwords.module';
import { SecondFactorsModule } from '../second-factors/second-factors.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { SignInAttemptsModule } from '../../identity/sign-in-attempts/sign-in-attempts.module';
import { OperatorInvitationsService } from './operator-invitations.service';
import { OperatorProfilesService } from './operator-profiles.service';
import { OperatorsService } from './operators.service';

/** The operators of this installation: invitations, roles and own profiles. */
@Module({
  imports: [
    AuditLogModule,
    DevicesModule,
    MailsModule,
    PasswordsModule,
    SecondFactorsModule,
    SecretsModule,
    SignInAttemptsModule,
  ],
  providers: [OperatorInvitationsService, OperatorProfilesService, OperatorsService],
})
export class OperatorsModule {}
