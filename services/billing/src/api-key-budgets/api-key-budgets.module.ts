import { Module } from '@nestjs/common';
import { TestCreditsModule } from '../test-credits/test-credits.module';
import { ApiKeyBudgetsController } from './api-key-budgets.controller';
import { ApiKeyBudgetsService } from './api-key-budgets.service';

/** What API keys may spend. Holds take it, see `services/billing/sql/hold-functions.sql`. */
@Module({
  imports: [TestCreditsModule],
  controllers: [ApiKeyBudgetsController],
  providers: [ApiKeyBudgetsService],
  exports: [ApiKeyBudgetsService],
})
export class ApiKeyBudgetsModule {}
