import { Module } from '@nestjs/common';
import { ApiKeyBudgetsModule } from '../api-key-budgets/api-key-budgets.module';
import { LedgerModule } from '../ledger/ledger.module';
import { TestCreditsModule } from '../test-credits/test-credits.module';
import { HoldAgeReporter } from './hold-age-reporter';
import { HoldsService } from './holds.service';

@Module({
  imports: [ApiKeyBudgetsModule, LedgerModule, TestCreditsModule],
  providers: [HoldAgeReporter, HoldsService],
  exports: [HoldsService],
})
export class HoldsModule {}
