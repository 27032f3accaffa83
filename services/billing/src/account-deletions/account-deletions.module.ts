import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module';
import { LedgerModule } from '../ledger/ledger.module';
import { AccountDeletionsController } from './account-deletions.controller';
import { UnusedCreditsService } from './unused-credits.service';

@Module({
  imports: [InvoicesModule, LedgerModule],
  controllers: [AccountDeletionsController],
  providers: [UnusedCreditsService],
})
export class AccountDeletionsModule {}
