import { z } from 'zod';
import { searchQuery } from '../auth/user-directory';
import { id, paise, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const foundOrder = z.object({
  id,
  razorpay_order_id: z.string().nullable(),
  /** Razorpay's id of its latest payment. */
  payment_id: z.string().nullable(),
  /** The transaction that granted its credits; null while it is not paid. */
  transaction_id: id.nullable(),
  /** The user who ordered; null for a guest. */
  user_id: id.nullable(),
  state: z.enum(['creating', 'open', 'paid', 'mismatch', 'expired']),
  description: z.string(),
  amountPaise: paise,
  created_at: timestamp,
});
/** An order as the search over everything finds it. */
export type FoundOrder = z.infer<typeof foundOrder>;

export const foundTransaction = z.object({
  id,
  user_id: id,
  description: z.string(),
  /** Signed credits. */
  amount: z.number(),
  created_at: timestamp,
});
/** A credit movement without an order, as the search over everything finds it. */
export type FoundTransaction = z.infer<typeof foundTransaction>;

export const orderSearchCalls = {
  /**
   * Finds orders by their id, or by the id of their request, payment, transaction, refund or dispute, ours or Razorpay's. Also finds the
   * transaction with this id if it has no order.
   */
  searchOrders: call('billing.searchOrders', {
    isForOperators: true,
    input: z.object({ words: searchQuery.shape.q }),
    output: z.object({ orders: z.array(foundOrder), transactions: z.array(foundTransaction) }),
  }),
};
