import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { KeysModule } from '../keys/keys.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { SignInAttemptsModule } from '../sign-in-attempts/sign-in-attempts.module';
import { RefreshTokensService } from './refresh-tokens.service';
import { SessionIssuerService } from './session-issuer.service';
import { SessionsService } from './sessions.service';
import { SignInsService } from './sign-ins.service';

/** Sign-in, refresh tokens and sessions of users. */
@Module({
  imports: [PasswordsModule, DevicesModule, SignInAttemptsModule, KeysModule, SecretsModule, MailsModule],
  providers: [SignInsService, SessionsService, SessionIssuerService, RefreshTokensService],
  exports: [SignInsService, SessionsService, SessionIssuerService],
})
export class SessionsModule {}
