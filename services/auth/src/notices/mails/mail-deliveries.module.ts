import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { RecordsModule } from '../../records/records.module';
import { PendingNoticesModule } from '../pending-notices/pending-notices.module';
import { MailContents } from './mail-contents';
import { MailDeliveriesService } from './mail-deliveries.service';
import { MailListsService } from './mail-lists.service';
import { MailResendsService } from './mail-resends.service';
import { MailingsService } from './mailings.service';
import { UnsentMails } from './unsent-mails';

/** The texts of mails to users, guests and operators, which the worker sends, and mailings to many accounts. */
@Module({
  imports: [IdentityModule, PendingNoticesModule, RecordsModule],
  providers: [MailContents, MailDeliveriesService, MailListsService, MailResendsService, MailingsService, UnsentMails],
  exports: [MailingsService],
})
export class MailDeliveriesModule {}
