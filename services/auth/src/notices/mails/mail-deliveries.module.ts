import { Module } from '@nestjs/common';
import { GuestAccessTokensModule } from '../../identity/guest-access-tokens/guest-access-tokens.module';
import { LinksModule } from '../../identity/links/links.module';
import { SecretsModule } from '../../records/secrets/secrets.module';
import { PendingNoticesModule } from '../pending-notices/pending-notices.module';
import { MailContents } from './mail-contents';
import { MailDeliveriesService } from './mail-deliveries.service';
import { MailListsService } from './mail-lists.service';
import { MailResendsService } from './mail-resends.service';
import { UnsentMails } from './unsent-mails';

/** The texts of mails to users, guests and operators; the worker sends them. */
@Module({
  imports: [LinksModule, GuestAccessTokensModule, PendingNoticesModule, SecretsModule],
  providers: [MailContents, MailDeliveriesService, MailListsService, MailResendsService, UnsentMails],
})
export class MailDeliveriesModule {}
