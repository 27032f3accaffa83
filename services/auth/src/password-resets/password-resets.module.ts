import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../mails/mails.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { PasswordChangesService } from './password-changes.service';
import { PasswordResetsController } from './password-resets.controller';
import { PasswordResetsService } from './password-resets.service';

/** Password resets and password changes. */
@Module({
  imports: [PasswordsModule, DevicesModule, LinksModule, MailsModule, SessionsModule],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, PasswordChangesService],
})
export class PasswordResetsModule {}
