import { publicApiKeyBudget } from '@luit/contracts/http/api-key-budgets';
import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

export const publicBalance = z.object({
  object: z.literal('balance'),
  /** Credits that the account can spend. */
  available: z.number(),
  /** Credits of unfinished videos. */
  held: z.number(),
  /** Budget of the key; a limit that is null does not exist. */
  budget: publicApiKeyBudget.nullable(),
});
named(publicBalance, 'KeyBalance', 'The credits of the account, and the budget of the key.');
export type PublicBalance = z.infer<typeof publicBalance>;
