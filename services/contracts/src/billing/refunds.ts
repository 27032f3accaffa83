import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { id, idempotencyKey, paise } from '../messages/fields';
import { call, event } from '../messages/message';
import { MAX_RUPEES, MIN_REFUND_PAISE } from './limits';

export const refundReceipt = z.object({
  refundId: z.string(),
  amountPaise: paise,
  /** Credits deducted with the refund. */
  credits: z.number(),
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

const refundReason = z.enum([
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
/** Money that Razorpay has returned to its payment method. */
export type PaidRefund = z.infer<typeof paidRefund>;

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
   * An operator's refund of any amount that is left, with the remaining credits that this money bought. `approval_required`
   * above the limit of the settings, with what the operator did before.
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
  /** What `refundTransaction` would do now; fails like it. */
  previewRefund: call('billing.previewRefund', {
    isForOperators: true,
    input: z.object({ transactionId: z.string(), amountPaise: z.int().min(MIN_REFUND_PAISE).max(MAX_PAISE) }),
    output: refundPreview,
  }),
  /** What `refundUnusedCredits` would refund now. */
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
  /** Once per refund, when it succeeded; auth mails the payer. */
  refundPaid: event('billing.refundPaid', ['auth'], paidRefund),
};
