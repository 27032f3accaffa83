import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module';
import { WebPushModule } from '../web-push/web-push.module';
import { PaymentMailer } from './payment-mailer';
import { PaymentMailsController } from './payment-mails.controller';

/** Links to the videos of guests, receipts and notices of refunds, by mail. */
@Module({
  imports: [MailsModule, WebPushModule],
  controllers: [PaymentMailsController],
  providers: [PaymentMailer],
})
export class PaymentMailsModule {}
