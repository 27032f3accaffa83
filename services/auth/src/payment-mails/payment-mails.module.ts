import { Module } from '@nestjs/common';
import { PaymentMailer } from './payment-mailer';
import { PaymentMailsController } from './payment-mails.controller';

/** Receipts and notices of refunds, by mail. */
@Module({
  controllers: [PaymentMailsController],
  providers: [PaymentMailer],
})
export class PaymentMailsModule {}
