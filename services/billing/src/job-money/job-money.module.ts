import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { JobMoneyService } from './job-money.service';

@Module({
  imports: [LedgerModule],
  providers: [JobMoneyService],
})
export class JobMoneyModule {}
