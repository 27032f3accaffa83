import { creditTransaction, type CreditTransaction } from '@luit/contracts/billing/transactions';
import { unixSeconds } from '@luit/contracts/http/request-facts';
import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

const { type, status } = creditTransaction.shape;

export const transaction = z.object({
  id: z.string(),
  object: z.literal('transaction'),
  type,
  /** Signed credits. */
  credits: z.number(),
  balance_after: z.number(),
  description: z.string(),
  /** A use of credits is `pending` while they are held, `completed` once captured, and `reversed` once returned. */
  status,
  /** The video or restoration, if the credits were used for one. */
  reference_id: z.string().nullable(),
  /** Unix seconds. */
  created_at: z.number(),
});
named(transaction, 'Transaction', 'A change of the balance.');
export type Transaction = z.infer<typeof transaction>;

export function toTransaction(row: CreditTransaction): Transaction {
  return {
    id: row.id,
    object: 'transaction',
    type: row.type,
    credits: row.amount,
    balance_after: row.balance_after,
    description: row.description,
    status: row.status,
    reference_id: row.reference_id,
    created_at: unixSeconds(row.created_at),
  };
}
