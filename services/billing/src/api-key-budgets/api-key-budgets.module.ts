import { Module } from '@nestjs/common';
import { ApiKeyBudgetsController } from './api-key-budgets.controller';
import { ApiKeyBudgetsService } from './api-key-budgets.service';

/** What API keys may spend. Holds take it, see `services/billing/sql/hold-functions.sql`. */
@Module({ controllers: [ApiKeyBudgetsController], providers: [ApiKeyBudgetsService], exports: [ApiKeyBudgetsService] })
export class ApiKeyBudgetsModule {}
