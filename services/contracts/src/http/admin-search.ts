import { z } from 'zod';
import { foundOrder, foundTransaction } from '../billing/order-search';
import { promoCode } from '../billing/promo-codes';
import { adminJobRow } from '../operations/jobs';
import { adminUser } from './admin-users';

const withEmail = { user_email: z.string().nullable() };
const job = adminJobRow.pick({
  id: true,
  user_id: true,
  user_email: true,
  prompt: true,
  type: true,
  status: true,
  created_at: true,
});

const searchResult = z.discriminatedUnion('kind', [
  adminUser.pick({ id: true, email: true, name: true, status: true }).extend({ kind: z.literal('user') }),
  job.extend({ kind: z.literal('job') }),
  foundOrder.extend({ kind: z.literal('order'), ...withEmail }),
  foundTransaction.extend({ kind: z.literal('transaction'), ...withEmail }),
  promoCode
    .pick({ id: true, code: true, state: true, credits: true, reason: true })
    .extend({ kind: z.literal('promo_code') }),
]);
/** Results of the operators' search over everything. */
export type SearchResult = z.infer<typeof searchResult>;

/** The kinds of results that the search covers. */
const searchPlace = z.enum(['users', 'jobs', 'orders', 'promo_codes']);
export type SearchPlace = z.infer<typeof searchPlace>;

export const searchResults = z.object({
  items: z.array(searchResult),
  /** Could not be searched now, so something may be missing. */
  unavailable: z.array(searchPlace),
});
export type SearchResults = z.infer<typeof searchResults>;
