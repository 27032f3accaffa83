import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { WebPushModule } from '../web-push/web-push.module';
import { PaymentMailer } from './payment-mailer';

/** Links to the videos of guests, receipts and notices of refunds, by mail. */
@Module({
  imports: [RecordsModule, WebPushModule],
  providers: [PaymentMailer],
})
export class PaymentMailsModule {}
