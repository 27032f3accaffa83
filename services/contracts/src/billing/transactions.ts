import { z } from 'zod';
import { SEARCH_TOO_LONG } from '../messages/input-limits';
import { exportPeriod, idPageQuery, queryInteger, searchWords } from '../messages/query-fields';
import { cursor, id, optional, page, paise, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { refundAttempts } from './refunds';

export const transactionType = z.enum(['purchase', 'usage', 'refund', 'adjustment', 'grant']);
export type TransactionType = z.infer<typeof transactionType>;
export const transactionStatus = z.enum(['pending', 'completed', 'reversed']);
export type TransactionStatus = z.infer<typeof transactionStatus>;
const transactionSort = z.enum(['created_at', '-created_at', 'amount', '-amount']);
export type TransactionSort = z.infer<typeof transactionSort>;

const refundStatus = z.enum(['pending', 'delayed', 'completed']);

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
  /** For a refund to the card that is pending: it is late, and operators know. */
  isDelayed: z.boolean().optional(),
  /** For a purchase: all refunds that were paid or are pending. `delayed`: one of them is late, and operators know. */
  refunded: z.object({ credits: z.number(), amountPaise: paise, status: refundStatus }).optional(),
});
export type CreditTransaction = z.infer<typeof creditTransaction>;

const transactionRow = creditTransaction.extend({ order_id: z.string().nullable() });

const adminRefund = refundAttempts.extend({
  id: z.string(),
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

export const transactionsQuery = z.object({
  limit: queryInteger(limit.default(50)),
  offset: queryInteger(z.int().min(0).max(1_000_000_000).default(0)),
});
export type TransactionsQuery = z.infer<typeof transactionsQuery>;
const filter = z.object({
  type: optional(transactionType),
  q: searchWords(200, SEARCH_TOO_LONG).describe('Words of the description, an email address or an id'),
  user: optional(id).describe('Only transactions of this user'),
});
export const adminTransactionsQuery = idPageQuery.extend({
  ...filter.shape,
  sort: optional(
    z.enum(transactionSort.options, 'Transactions cannot be sorted by this').meta({ default: '-created_at' }),
  ),
});
export type AdminTransactionsQuery = z.infer<typeof adminTransactionsQuery>;
export const transactionExportQuery = exportPeriod.extend(filter.shape);
export type TransactionExportQuery = z.infer<typeof transactionExportQuery>;

export const transactionCalls = {
  listTransactions: call('billing.listTransactions', {
    input: transactionsQuery.extend({ userId: id }),
    output: z.object({ transactions: z.array(creditTransaction), total: z.number() }),
  }),
  /** The transactions of a user, newest first, after the one with the id `after`. `validation_failed` if it is not the user's. */
  pageTransactions: call('billing.pageTransactions', {
    input: z.object({
      userId: id,
      limit,
      after: id.optional(),
      type: transactionType.optional(),
      status: transactionStatus.optional(),
      createdFrom: timestamp.optional(),
      /** Exclusive. */
      createdUntil: timestamp.optional(),
    }),
    output: z.object({ transactions: z.array(creditTransaction), hasMore: z.boolean() }),
  }),
  /**
   * All users' transactions, newest first unless sorted otherwise. A transaction matches `words` if they are in its description (for the
   * newest 10,000), if they are the id of the transaction, its order, job or payment, or if it belongs to one of `ofUsers`.
   */
  listAllTransactions: call('billing.listAllTransactions', {
    isForOperators: true,
    input: z.object({
      limit,
      cursor,
      type: filter.shape.type,
      userId: filter.shape.user,
      words: filter.shape.q,
      ofUsers: z.array(id).max(1_000).optional(),
      sort: adminTransactionsQuery.shape.sort,
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
