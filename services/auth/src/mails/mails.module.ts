import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module';
import { GuestAccessTokensModule } from '../guest-access-tokens/guest-access-tokens.module';
import { LinksModule } from '../links/links.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { SecretsModule } from '../secrets/secrets.module';
import { MailContents } from './mail-contents';
import { MailListsService } from './mail-lists.service';
import { MailResendsService } from './mail-resends.service';
import { MailingsService } from './mailings.service';
import { MailsService } from './mails.service';
import { UnsentMails } from './unsent-mails';

/** Mails to users, guests and operators: queued here, sent by the worker. */
@Module({
  imports: [AuditLogModule, LinksModule, GuestAccessTokensModule, NotificationsModule, SecretsModule],
  providers: [MailContents, MailListsService, MailResendsService, MailingsService, MailsService, UnsentMails],
  exports: [MailingsService, MailsService],
})
export class MailsModule {}
