import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { WebPushModule } from '../web-push/web-push.module';
import { CompletionMailer } from './completion-mailer';

/** Mails and web pushes about finished requests, to owners who have not seen the outcome. */
@Module({
  imports: [RecordsModule, WebPushModule],
  providers: [CompletionMailer],
})
export class CompletionMailsModule {}
