import type { ApiKeyBudget } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ApiKeyBudgetsService } from './api-key-budgets.service';

@Controller()
export class ApiKeyBudgetsController {
  constructor(private readonly budgets: ApiKeyBudgetsService) {}

  @OnCall(billingCalls.setApiKeyBudget)
  set(request: RequestOf<typeof billingCalls.setApiKeyBudget>): Promise<ApiKeyBudget> {
    return this.budgets.set(request);
  }

  @OnCall(billingCalls.listApiKeyBudgets)
  list(
    request: RequestOf<typeof billingCalls.listApiKeyBudgets>,
  ): Promise<{ budgets: ApiKeyBudget[]; testCreditsPerDay: number }> {
    return this.budgets.list(request);
  }
}
