import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module';
import { BalancesService } from './balances.service';
import { TestCreditsModule } from '../test-credits/test-credits.module';
import { ExpirySweeper } from './expiry-sweeper';

@Module({
  imports: [LedgerModule, TestCreditsModule],
  providers: [BalancesService, ExpirySweeper],
})
export class BalancesModule {}
