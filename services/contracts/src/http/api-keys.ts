import type { z } from 'zod';
import { apiKey } from '../auth/api-keys';
import { apiKeyBudget } from '../billing/api-key-budgets';

export const apiKeyView = apiKey.extend({
  /** Null if it was never set: then the key spends nothing. */
  budget: apiKeyBudget.omit({ keyId: true }).nullable(),
});
/** An API key as its owner sees it. */
export type ApiKeyView = z.infer<typeof apiKeyView>;
