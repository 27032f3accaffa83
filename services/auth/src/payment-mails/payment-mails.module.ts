import { Module } from '@nestjs/common';
import { WebPushModule } from '../web-push/web-push.module';
import { PaymentMailer } from './payment-mailer';
import { PaymentMailsController } from './payment-mails.controller';

/** Receipts and notices of refunds, by mail. */
@Module({
  imports: [WebPushModule],
  controllers: [PaymentMailsController],
  providers: [PaymentMailer],
})
export class PaymentMailsModule {}
