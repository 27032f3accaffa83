import { z } from 'zod';
import { id, paise, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { refundAttempts, refundReason } from './refunds';

const orderLineKind = z.enum([
  'order_created',
  'payment_failed',
  'payment_captured',
  'payment_mismatch',
  'webhook',
  'credits_granted',
  'credits_held',
  'credits_captured',
  'credits_released',
  'credits_returned',
  'debt_repaid',
  'credits_forfeited',
  'refund_requested',
  'refund_processed',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'credits_clawed_back',
  'clawback_reversed',
  'document_issued',
]);
export type OrderLineKind = z.infer<typeof orderLineKind>;

const orderLine = z.object({
  at: timestamp,
  kind: orderLineKind,
  /** Id of the row: an order, payment, webhook, transaction, job, refund, dispute or document number. */
  reference: z.string(),
  /** A detail of the row beyond its kind: a source, a reason or an outcome. */
  note: z.string().nullable(),
  /** Money that came in (+) or went out (−). */
  amountPaise: paise,
  /** How the unspent credits of the order changed. */
  credits: z.int(),
});
/** One row of what happened to an order. */
export type OrderLine = z.infer<typeof orderLine>;

const orderMoney = z.object({
  capturedPaise: paise,
  refundedPaise: paise,
  /** Requested refunds that Razorpay has not decided. */
  refundPendingPaise: paise,
  /** Withheld by banks in open disputes. */
  disputedPaise: paise,
  /** Lost disputes. */
  lostPaise: paise,
  /** Captured, minus everything above. */
  keptPaise: paise,
});

const orderCredits = z.object({
  granted: z.int(),
  /** Credits that are neither spent nor held. */
  unspent: z.int(),
  heldForJobs: z.int(),
  heldForRefunds: z.int(),
  captured: z.int(),
  refunded: z.int(),
  clawedBack: z.int(),
  debtRepaid: z.int(),
  forfeited: z.int(),
  /** Taken by direct deductions and operators' adjustments, which do not record the purchase that they use. */
  unattributed: z.int(),
});

const orderRefund = refundAttempts.extend({ id, paymentId: z.string(), reason: refundReason, amountPaise: paise });
/** A refund of an order. */
export type OrderRefund = z.infer<typeof orderRefund>;

export const orderStatement = z.object({
  orderId: id,
  kind: z.enum(['pack', 'plan']),
  state: z.enum(['creating', 'open', 'paid', 'mismatch', 'expired']),
  name: z.string(),
  /** The price of the order. */
  amountPaise: paise,
  currency: z.string(),
  credits: z.int(),
  createdAt: timestamp,
  razorpayOrderId: z.string().nullable(),
  /** The payment that granted the credits, and who reported it first. */
  payment: z.object({ id: z.string(), source: z.enum(['verify', 'webhook', 'poller']) }).nullable(),
  transactionId: id.nullable(),
  /** The request of a directly paid video. */
  requestId: id.nullable(),
  /** The account that owns these credits. */
  accountId: id,
  /** Null for a guest. */
  buyerId: id.nullable(),
  pollCount: z.int(),
  nextPollAt: timestamp.nullable(),
  money: orderMoney,
  creditSums: orderCredits,
  /** Oldest first. */
  lines: z.array(orderLine),
  /** True if the account has had more movements since than a statement reads, so later uses of the credits are missing. */
  isCutOff: z.boolean(),
  /** After this many days, the cleaner deletes webhooks. */
  webhookDays: z.int(),
  refundIds: z.array(id),
  /** Oldest first. The previous release does not send this field. */
  refunds: z.array(orderRefund).optional(),
  /** Captured payments that do not match the order and are not refunded. The previous release does not send this field. */
  unmatchedPayments: z.array(z.object({ id: z.string(), amountPaise: paise, currency: z.string() })).optional(),
});
/** An order from its creation to its last refund, from billing's rows. */
export type OrderStatement = z.infer<typeof orderStatement>;

export const orderStatementCalls = {
  /**
   * `reference` is an id of the order, its request, a transaction, a payment, Razorpay's order, a refund, a dispute, or the
   * number of a document. `not_found`
   */
  getOrderStatement: call('billing.getOrderStatement', {
    isForOperators: true,
    input: z.object({ reference: z.string().trim().min(1).max(100) }),
    output: orderStatement,
  }),
};
