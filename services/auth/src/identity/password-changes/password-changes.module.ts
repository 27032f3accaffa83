import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { LastingAccessModule } from '../lasting-access/lasting-access.module';
import { LinksModule } from '../links/links.module';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { SessionsModule } from '../sessions/sessions.module';
import { PasswordChangesService } from './password-changes.service';
import { PasswordResetsService } from './password-resets.service';

/** New passwords: changes with the current password, and resets with a mailed link. */
@Module({
  imports: [PasswordsModule, DevicesModule, LinksModule, MailsModule, SessionsModule, LastingAccessModule],
  providers: [PasswordResetsService, PasswordChangesService],
})
export class PasswordChangesModule {}
