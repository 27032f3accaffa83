import { Module } from '@nestjs/common';
import { TestCreditsModule } from '../test-credits/test-credits.module';
import { ApiKeyBudgetsService } from './api-key-budgets.service';

/** Spending limits of API keys. Holds count against them, see `services/billing/sql/hold-functions.sql`. */
@Module({
  imports: [TestCreditsModule],
  providers: [ApiKeyBudgetsService],
  exports: [ApiKeyBudgetsService],
})
export class ApiKeyBudgetsModule {}
