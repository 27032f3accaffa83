import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { RefundsModule } from '../refunds/refunds.module';
import { JobMoneyController } from './job-money.controller';
import { JobMoneyService } from './job-money.service';

@Module({
  imports: [LedgerModule, RefundsModule],
  controllers: [JobMoneyController],
  providers: [JobMoneyService],
})
export class JobMoneyModule {}
