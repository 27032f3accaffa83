import { Module } from '@nestjs/common';
import { GuestAccessTokensModule } from '../guest-access-tokens/guest-access-tokens.module';
import { LinksModule } from '../links/links.module';
import { MailsController } from './mails.controller';
import { MailsService } from './mails.service';
import { UnsentMails } from './unsent-mails';

/** Mails to users, guests and operators: queued here, sent by the worker. */
@Module({
  imports: [LinksModule, GuestAccessTokensModule],
  controllers: [MailsController],
  providers: [MailsService, UnsentMails],
  exports: [MailsService],
})
export class MailsModule {}
