import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SignInAttemptsModule } from '../sign-in-attempts/sign-in-attempts.module';
import { SignUpsService } from './sign-ups.service';

/** Sign-up and email confirmation. */
@Module({
  imports: [PasswordsModule, DevicesModule, SignInAttemptsModule, LinksModule, MailsModule, SessionsModule],
  providers: [SignUpsService],
  exports: [SignUpsService],
})
export class SignUpsModule {}
