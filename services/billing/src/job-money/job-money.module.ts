import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { RefundsModule } from '../refunds/refunds.module';
import { JobMoneyService } from './job-money.service';

@Module({
  imports: [LedgerModule, RefundsModule],
  providers: [JobMoneyService],
})
export class JobMoneyModule {}
