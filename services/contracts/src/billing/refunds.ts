import { z } from 'zod';
import { confirmation, operatorReason, reasonBody } from '../auth/audit-log';
import { TOO_LONG } from '../messages/input-limits';
import { rupees, rupeesOfQuery } from './rupees';
import { id, idempotencyKey, paise, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';
import { MAX_RUPEES, MIN_REFUND_PAISE, PAID_REFERENCE_LIMITS } from './limits';

export const refundReceipt = z.object({
  refundId: z.string(),
  amountPaise: paise,
  /** Credits deducted with the refund. */
  credits: z.number(),
  /** Razorpay did not accept it; Luit retries, and operators know. Absent otherwise. */
  isDelayed: z.boolean().optional(),
});
export type RefundReceipt = z.infer<typeof refundReceipt>;

export const refundPreview = z.object({
  amountPaise: paise,
  /** Credits that will be deducted with the refund. */
  credits: z.number(),
  /** Credits that this money bought and that are spent or held, so they stay. */
  keptCredits: z.number(),
  /** The buyer's spendable credits afterward. */
  balanceAfter: z.number(),
  /** The amount that can still be refunded afterward. */
  refundableAfterPaise: paise,
});
export type RefundPreview = z.infer<typeof refundPreview>;

export const refundReason = z.enum([
  'unused_credits',
  'operator',
  'second_payment',
  'account_closed',
  'job_failed',
  'dashboard',
]);
export type RefundReason = z.infer<typeof refundReason>;

const paidRefund = z.object({
  refundId: z.string(),
  /** Counts how often it was sent to Razorpay under a new key: the bank may fail it after it was paid. Absent in messages of older releases. */
  send: z.int().optional(),
  /** How an operator paid it outside Razorpay. */
  paidReference: z.string().nullish(),
  reason: refundReason,
  amountPaise: paise,
  /** Credits deducted with the refund. */
  credits: z.number(),
  /** Null for a guest. Generation finds the guest by the request. */
  buyerId: id.nullable(),
  accountId: id,
  /** Only for a video that was paid for directly. */
  requestId: id.nullable(),
  /** For log lines. Absent in messages of older releases. */
  orderId: id.optional(),
  paymentId: z.string().optional(),
});
/** Money that has been returned to its payer. */
export type PaidRefund = z.infer<typeof paidRefund>;

/** How far a refund is, for operators. */
export const refundAttempts = z.object({
  state: z.enum(['requested', 'processed', 'failed']),
  /** Razorpay has accepted it, and the bank is processing it. */
  isAccepted: z.boolean(),
  /** The refund is owed and late: rejected, failed by the bank, not accepted within an hour or not paid within ten days. */
  isOverdue: z.boolean(),
  attempts: z.int(),
  /** The error of the latest attempt; null if it succeeded. */
  lastError: z.string().nullable(),
  attemptedAt: timestamp.nullable(),
  /** Null once it is settled. */
  nextAttemptAt: timestamp.nullable(),
});
export type RefundAttempts = z.infer<typeof refundAttempts>;

const refundProgress = z.object({
  refundId: id,
  /** Counts how often it was sent to Razorpay under a new key: a refund can be delayed again after the bank failed it. */
  send: z.int(),
  /**
   * `sent`: Razorpay has accepted it. `delayed`: it was rejected, failed by the bank or not accepted in time; Luit retries.
   * `paid_otherwise`: an operator has paid it outside Razorpay.
   */
  progress: z.enum(['sent', 'delayed', 'paid_otherwise']),
  amountPaise: paise,
  /** Null for a guest. Generation finds the guest by the request. */
  buyerId: id.nullable(),
  accountId: id,
  /** Only for a video that was paid for directly. */
  requestId: id.nullable(),
  orderId: id,
  paymentId: z.string(),
});
/** How far a refund is that has not reached its payment method. */
export type RefundProgress = z.infer<typeof refundProgress>;

/** How an operator paid a refund outside Razorpay, for example the UTR of a bank transfer. The payer sees it. */
export const paidReference = z
  .string()
  .min(PAID_REFERENCE_LIMITS.min)
  .max(PAID_REFERENCE_LIMITS.max, TOO_LONG)
  .describe('How it was paid, for example the UTR of a bank transfer. Its payer sees it');
export const refundPaidBody = reasonBody.extend({ reference: paidReference });

const amount = rupees(
  MIN_REFUND_PAISE / 100,
  MAX_RUPEES,
  'The amount must be at least 1 rupee, with at most two decimals',
).meta({ description: 'Rupees, as in the table', example: 499.5, multipleOf: 0.01 });
export const refundPreviewQuery = z.object({ amount: rupeesOfQuery(amount) });
export const refundBody = reasonBody.extend({ amount, confirmation });
export type RefundBody = z.infer<typeof refundBody>;

const MAX_PAISE = MAX_RUPEES * 100;
const unusedCredits = z.object({ credits: z.number(), amountPaise: paise });

export const refundCalls = {
  /**
   * Refunds the unused credits of a purchase. `not_found` also for another user's purchase; `not_refundable` with
   * `details.reason`.
   */
  refundPurchase: call('billing.refundPurchase', {
    input: z.object({ userId: id, transactionId: z.string(), idempotencyKey }),
    output: refundReceipt,
    timeoutMs: 15_000,
  }),
  /**
   * An operator's refund of any amount that is left, with the remaining credits that this money bought. `approval_required` above the
   * configured limit, which also counts the operator's earlier refunds.
   */
  refundTransaction: call('billing.refundTransaction', {
    input: z.object({
      adminId: id,
      transactionId: z.string(),
      amountPaise: z.int().min(MIN_REFUND_PAISE).max(MAX_PAISE),
      reason: operatorReason,
      idempotencyKey,
    }),
    output: refundReceipt,
    timeoutMs: 15_000,
  }),
  /**
   * Makes the next attempt at a refund that is owed now, or 30 seconds after the current one began. A refund that definitely failed
   * is sent under a new idempotency key, any other is looked up at Razorpay first. Idempotent. Recorded in the audit log. `not_found`
   */
  retryRefund: call('billing.retryRefund', {
    input: z.object({ adminId: id, refundId: z.string() }),
    output: refundAttempts,
    timeoutMs: 40_000,
  }),
  /**
   * Records that an operator paid an owed refund outside Razorpay, because it can never succeed there. The payer is notified with the
   * reference. Recorded in the audit log. Idempotent by the reference. `not_found`; `conflict` if it is settled or Razorpay has accepted
   * it; `unavailable` while an attempt may run or Razorpay does not answer; without `approvedBy`, `approval_required` above the configured
   * limit.
   */
  recordRefundPaid: call('billing.recordRefundPaid', {
    input: refundPaidBody.extend({ adminId: id, refundId: z.string(), approvedBy: z.string().optional() }),
    output: refundAttempts,
    timeoutMs: 40_000,
  }),
  /**
   * Refunds the rest of a payment that does not match its order and so granted nothing. Recorded in the audit log. Idempotent: a payment is
   * refunded once. `not_found`; `not_refundable`; without `approvedBy`, `approval_required` above the configured limit.
   */
  refundUnmatched: call('billing.refundUnmatched', {
    input: z.object({ adminId: id, paymentId: z.string(), reason: operatorReason, approvedBy: z.string().optional() }),
    output: refundReceipt,
    timeoutMs: 15_000,
  }),
  /** The result that `refundTransaction` would have now; fails like it. */
  previewRefund: call('billing.previewRefund', {
    isForOperators: true,
    input: z.object({ transactionId: z.string(), amountPaise: z.int().min(MIN_REFUND_PAISE).max(MAX_PAISE) }),
    output: refundPreview,
  }),
  /** The amount that `refundUnusedCredits` would refund now. */
  quoteUnusedCredits: call('billing.quoteUnusedCredits', { input: z.object({ userId: id }), output: unusedCredits }),
  /**
   * Requests a refund of the unused credits of every purchase of the last 30 days; credits reserved for them are not
   * forfeited. Idempotent: each purchase is refunded once.
   */
  refundUnusedCredits: call('billing.refundUnusedCredits', { input: z.object({ userId: id }), output: unusedCredits }),
};

export const refundEvents = {
  /** An operator refunded a payment; auth records it in the audit log. */
  operatorRefunded: event(
    'billing.operatorRefunded',
    ['auth'],
    z.object({
      refundId: z.string(),
      adminId: id,
      transactionId: z.string(),
      amountPaise: paise,
      /** Absent in messages of older releases. */
      reason: z.string().optional(),
      approvedBy: z.string().optional(),
      /** The buyer; absent in messages of older releases. */
      userId: id.optional(),
    }),
  ),
  /** Each time Razorpay accepts a refund, and when one is delayed; auth mails the payer of a delay, generation shows it. */
  refundProgressed: event('billing.refundProgressed', ['auth', 'generation'], refundProgress),
  /** Each time that a refund succeeds, again after the bank failed it; auth mails the payer. */
  refundPaid: event('billing.refundPaid', ['auth'], paidRefund),
};
