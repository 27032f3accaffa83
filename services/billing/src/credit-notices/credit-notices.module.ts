import { Module } from '@nestjs/common';
import { CreditNoticePoller } from './credit-notice-poller';
import { CreditNoticesService } from './credit-notices.service';

/** Credits that expire soon, and balances that no longer cover another request. */
@Module({
  providers: [CreditNoticePoller, CreditNoticesService],
})
export class CreditNoticesModule {}
