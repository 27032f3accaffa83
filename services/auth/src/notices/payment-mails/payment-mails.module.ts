import { Module } from '@nestjs/common';
import { MailsModule } from '../../records/queued-mails/mails.module';
import { WebPushModule } from '../web-push/web-push.module';
import { PaymentMailer } from './payment-mailer';

/** Links to the videos of guests, receipts and notices of refunds, by mail. */
@Module({
  imports: [MailsModule, WebPushModule],
  providers: [PaymentMailer],
})
export class PaymentMailsModule {}
