import { Module } from '@nestjs/common';
import { UnapprovedAmountsModule } from '../approvals/unapproved-amounts.module';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { ExternalRefunds } from './external-refunds';
import { RefundPoller } from './refund-poller';
import { RefundSender } from './refund-sender';
import { RefundsController } from './refunds.controller';
import { RefundsService } from './refunds.service';
import { VideoRefundsService } from './video-refunds.service';

@Module({
  imports: [PaymentsModule, RazorpayModule, UnapprovedAmountsModule],
  controllers: [RefundsController],
  providers: [ExternalRefunds, RefundPoller, RefundSender, RefundsService, VideoRefundsService],
  exports: [ExternalRefunds, RefundsService, VideoRefundsService],
})
export class RefundsModule {}
