import { z } from 'zod';
import { type ApiKeyBudget, apiKeyBudget } from '../billing/api-key-budgets';

const limit = apiKeyBudget.shape.monthlyCredits;

/** The budget of an API key in the form of the public API. */
export const publicApiKeyBudget = z.object({
  monthly_credits: limit,
  total_credits: limit,
  used_this_month: z.number(),
  used: z.number(),
  resets_at: z.string(),
});

export function toPublicApiKeyBudget(budget: ApiKeyBudget): z.infer<typeof publicApiKeyBudget> {
  const { monthlyCredits, totalCredits, usedThisMonth, used, resetsAt } = budget;
  return {
    monthly_credits: monthlyCredits,
    total_credits: totalCredits,
    used_this_month: usedThisMonth,
    used,
    resets_at: new Date(resetsAt).toISOString(),
  };
}
