import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { RefundsModule } from '../refunds/refunds.module';
import { WebhookEventsService } from './webhook-events.service';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [PaymentsModule, RazorpayModule, RefundsModule],
  providers: [WebhookEventsService, WebhooksService],
})
export class WebhooksModule {}
