import { Module } from '@nestjs/common';
import { GuestAccessTokensModule } from '../../identity/guest-access-tokens/guest-access-tokens.module';
import { LinksModule } from '../../identity/links/links.module';
import { NotificationsModule } from '../../records/notifications/notifications.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { MailContents } from './mail-contents';
import { MailListsService } from './mail-lists.service';
import { MailResendsService } from './mail-resends.service';
import { MailsService } from '../../records/queued-mails/mails.service';
import { UnsentMails } from './unsent-mails';

/** Mails to users, guests and operators: queued here, sent by the worker. */
@Module({
  imports: [LinksModule, GuestAccessTokensModule, NotificationsModule, SecretsModule],
  providers: [MailContents, MailListsService, MailResendsService, MailsService, UnsentMails],
  exports: [MailsService],
})
export class MailsModule {}
