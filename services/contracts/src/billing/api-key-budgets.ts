import { z } from 'zod';
import { creditCount, id, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';

/** Credits; null without a limit. */
const limit = creditCount.nullable();

export const apiKeyBudget = z.object({
  keyId: id,
  /** Credits that the key may spend in a calendar month in IST; null without a limit. */
  monthlyCredits: limit,
  /** Credits that the key may ever spend; null without a limit. */
  totalCredits: limit,
  /** Credits held and captured this month. A failed job returns its credits to the month that it was accepted in. */
  usedThisMonth: z.number(),
  /** Credits held and captured ever. */
  used: z.number(),
  /** When the next month begins in IST. */
  resetsAt: timestamp,
});
/** The spending limits of an API key, and what it has spent. */
export type ApiKeyBudget = z.infer<typeof apiKeyBudget>;

export const apiKeyBudgetCalls = {
  /**
   * Sets the budget of a key; a key without one spends nothing. Absent limits stay as they are, which for a new budget is no limit.
   * Idempotent. `forbidden` for the key of another account, `account_closed`.
   */
  setApiKeyBudget: call('billing.setApiKeyBudget', {
    input: z.object({
      keyId: id,
      userId: id,
      monthlyCredits: limit.optional(),
      totalCredits: limit.optional(),
    }),
    output: apiKeyBudget,
  }),
  /** Budgets of all keys of an account and of its test account, including revoked keys. */
  listApiKeyBudgets: call('billing.listApiKeyBudgets', {
    input: z.object({ userId: id }),
    output: z.object({
      budgets: z.array(apiKeyBudget),
      /** Credits that a test account has at its first use of a day in IST; a billing of an earlier release sends none. */
      testCreditsPerDay: z.number().optional(),
    }),
  }),
};

const apiKeyBudgetExhausted = z.object({
  noticeId: id,
  userId: id,
  at: timestamp,
  /** The period whose limit leaves fewer credits. */
  period: z.enum(['month', 'total']),
  budget: apiKeyBudget,
});
export type ApiKeyBudgetExhausted = z.infer<typeof apiKeyBudgetExhausted>;

export const apiKeyBudgetEvents = {
  /**
   * A budget is used up, or did not cover a request. Published once per key and month, and once for its total, until the owner changes the
   * budget. Auth sends it to the webhook endpoints.
   */
  apiKeyBudgetExhausted: event('billing.apiKeyBudgetExhausted', ['auth'], apiKeyBudgetExhausted),
};
