import { z } from 'zod';
import { cursor, id, page, paise, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const transactionType = z.enum(['purchase', 'usage', 'refund', 'adjustment', 'grant']);
export type TransactionType = z.infer<typeof transactionType>;
const transactionStatus = z.enum(['pending', 'completed', 'reversed']);
export type TransactionStatus = z.infer<typeof transactionStatus>;
const transactionSort = z.enum(['created_at', '-created_at', 'amount', '-amount']);
export type TransactionSort = z.infer<typeof transactionSort>;

export const creditTransaction = z.object({
  id,
  user_id: id,
  type: transactionType,
  /** Signed credits. */
  amount: z.number(),
  description: z.string(),
  status: transactionStatus,
  created_at: timestamp,
  reference_id: z.string().nullable(),
  balance_after: z.number(),
  /** The price paid for a purchase, or the amount of a refund to the card; paise. */
  amountPaise: paise.optional(),
  /** Razorpay's order id of a purchase and of its refunds, as the checkout and the invoice show it. */
  orderId: z.string().optional(),
  /** For a purchase, the refund for its unused credits, and until when it is possible. Absent if there is none. */
  refundable: z.object({ credits: z.number(), amountPaise: paise, until: timestamp }).optional(),
  /** For a purchase, once its document is issued. */
  document: z.enum(['invoice', 'receipt']).optional(),
  /** For a refund that was paid out: its credit note can be downloaded under this id. */
  hasCreditNote: z.boolean().optional(),
  /** For a grant: whether a promotional code was redeemed. */
  isRedemption: z.boolean().optional(),
  /** For a purchase: all refunds that were paid or are pending. */
  refunded: z.object({ credits: z.number(), amountPaise: paise, status: z.enum(['pending', 'completed']) }).optional(),
});
export type CreditTransaction = z.infer<typeof creditTransaction>;

const transactionRow = creditTransaction.extend({ order_id: z.string().nullable() });

const adminRefund = z.object({
  id: z.string(),
  state: z.enum(['requested', 'processed', 'failed']),
  reason: z.string(),
  amountPaise: paise,
  /** Credits deducted with the refund. */
  credits: z.number(),
  created_at: timestamp,
  settled_at: timestamp.nullable(),
});
export type AdminRefund = z.infer<typeof adminRefund>;

const adminPayment = z.object({
  /** Razorpay's. */
  id: z.string(),
  order_id: z.string(),
  razorpay_order_id: z.string().nullable(),
  amountPaise: paise,
  /** The amount that can still be refunded. */
  refundablePaise: paise,
  source: z.enum(['verify', 'webhook', 'poller']),
  refunds: z.array(adminRefund),
});
/** The payment of a transaction with its refunds. */
export type AdminPayment = z.infer<typeof adminPayment>;

const transactionDetails = transactionRow.extend({
  /** Null where nothing was paid. */
  payment: adminPayment.nullable(),
});

const withEmail = { user_email: z.string().nullable() };
export const adminTransactionRow = transactionRow.extend(withEmail);
/** A transaction as operators see it. */
export type AdminTransactionRow = z.infer<typeof adminTransactionRow>;
export const adminTransactionDetails = transactionDetails.extend(withEmail);
/** A transaction as operators see it on its own page. */
export type AdminTransactionDetails = z.infer<typeof adminTransactionDetails>;

const MAX_PAGE = 200;
const limit = z.int().min(1).max(MAX_PAGE);

export const transactionCalls = {
  listTransactions: call('billing.listTransactions', {
    input: z.object({ userId: id, limit, offset: z.int().min(0).max(1_000_000_000) }),
    output: z.object({ transactions: z.array(creditTransaction), total: z.number() }),
  }),
  /** The transactions of a user, newest first, after the one with the id `after`. `validation_failed` if it is not the user's. */
  pageTransactions: call('billing.pageTransactions', {
    input: z.object({ userId: id, limit, after: id.optional() }),
    output: z.object({ transactions: z.array(creditTransaction), hasMore: z.boolean() }),
  }),
  /**
   * All users' transactions, newest first unless sorted otherwise. `words` match the description of one of the newest
   * 10,000, or are an id of the transaction, its order, job or payment; or the transaction belongs to one of `ofUsers`.
   */
  listAllTransactions: call('billing.listAllTransactions', {
    isForOperators: true,
    input: z.object({
      limit,
      cursor,
      type: transactionType.optional(),
      userId: id.optional(),
      words: z.string().trim().min(1).max(200).optional(),
      ofUsers: z.array(id).max(1_000).optional(),
      sort: transactionSort.optional(),
      /** At or after `from` and before `to`. */
      from: timestamp.optional(),
      to: timestamp.optional(),
    }),
    output: page(transactionRow),
  }),
  /** A transaction of any user, with its payment and refunds. */
  getTransaction: call('billing.getTransaction', {
    input: z.object({ transactionId: z.string() }),
    output: transactionDetails,
  }),
  /** The invoice of a purchase or the credit note of a card refund; `pdf` is base64. `not_found` for another user's. */
  getInvoice: call('billing.getInvoice', {
    input: z.object({ transactionId: id, userId: id.nullable() }),
    output: z.object({ number: z.string(), pdf: z.string() }),
    timeoutMs: 10_000,
  }),
};
