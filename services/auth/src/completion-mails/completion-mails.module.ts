import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module';
import { MailsModule } from '../mails/mails.module';
import { CompletionMailer } from './completion-mailer';
import { CompletionMailsController } from './completion-mails.controller';

/** Mails about finished requests, to owners who have not seen the outcome. */
@Module({
  imports: [DirectoryModule, MailsModule],
  controllers: [CompletionMailsController],
  providers: [CompletionMailer],
})
export class CompletionMailsModule {}
