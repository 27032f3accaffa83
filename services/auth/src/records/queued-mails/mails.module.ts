import { Module } from '@nestjs/common';
import { MailsService } from './mails.service';

/** The queue of mails to users, guests and operators. */
@Module({
  providers: [MailsService],
  exports: [MailsService],
})
export class MailsModule {}
