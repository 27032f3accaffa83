import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { WebPushModule } from '../web-push/web-push.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { CreditNoticeMailer } from './credit-notice-mailer';

/** Mails, web pushes and webhooks about credits that expire soon, and about low balances. */
@Module({
  imports: [RecordsModule, WebhooksModule, WebPushModule],
  providers: [CreditNoticeMailer],
})
export class CreditNoticesModule {}
