import { Module } from '@nestjs/common';
import { UnapprovedAmountsModule } from '../unapproved-amounts/unapproved-amounts.module';
import { PaymentsModule } from '../payments/payments.module';
import { RazorpayModule } from '../razorpay/razorpay.module';
import { ExternalRefunds } from './external-refunds';
import { OperatorRefundsService } from './operator-refunds.service';
import { OwedRefundsReporter } from './owed-refunds-reporter';
import { RefundPoller } from './refund-poller';
import { RefundSender } from './refund-sender';
import { RefundsService } from './refunds.service';

@Module({
  imports: [PaymentsModule, RazorpayModule, UnapprovedAmountsModule],
  providers: [ExternalRefunds, OperatorRefundsService, OwedRefundsReporter, RefundPoller, RefundSender, RefundsService],
  exports: [ExternalRefunds, OperatorRefundsService, RefundsService],
})
export class RefundsModule {}
