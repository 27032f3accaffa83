import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { RefundsModule } from '../refunds/refunds.module';
import { WebhooksController } from './webhooks.controller';
import { WebhookEventsService } from './webhook-events.service';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [PaymentsModule, RazorpayModule, RefundsModule],
  controllers: [WebhooksController],
  providers: [WebhookEventsService, WebhooksService],
})
export class WebhooksModule {}
