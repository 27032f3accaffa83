import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module';
import { LedgerModule } from '../ledger/ledger.module';
import { UnusedCreditsService } from './unused-credits.service';

@Module({
  imports: [InvoicesModule, LedgerModule],
  providers: [UnusedCreditsService],
  exports: [UnusedCreditsService],
})
export class AccountDeletionsModule {}
