import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { RefundsModule } from '../refunds/refunds.module';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [PaymentsModule, RazorpayModule, RefundsModule],
  controllers: [WebhooksController],
  providers: [WebhooksService],
})
export class WebhooksModule {}
