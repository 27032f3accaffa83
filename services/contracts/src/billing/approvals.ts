import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import {
  creditCount,
  cursor,
  id,
  idempotencyKey,
  orDefault,
  page,
  pageSize,
  paise,
  timestamp,
} from '../messages/fields';
import { idPageQuery } from '../messages/query-fields';
import { call } from '../messages/message';
import { MAX_PLAN_CREDITS, MAX_RUPEES, MIN_REFUND_PAISE } from './limits';
import { adminCreditPack, packFields, packId } from './packs';
import { promoCodeTerms } from './promo-codes';
import { paidReference } from './refunds';
import { billingSettings } from './settings';

const PLAN_CREDITS = `Credits must be a whole number from 1 to ${MAX_PLAN_CREDITS}`;
export const planCredits = z.int(PLAN_CREDITS).min(1, PLAN_CREDITS).max(MAX_PLAN_CREDITS, PLAN_CREDITS);

/** How long a request waits for a second operator. */
export const APPROVAL_HOURS = 24;

const { approveAbove, signupGrant } = billingSettings.shape;
const pricedPack = z.object({ id: z.string(), price: z.number(), credits: z.number() });

/** Actions that a second operator approves. */
export const approvalAction = z.discriminatedUnion('kind', [
  /** Sets the available credits of a user, if they still are `expectedCredits`. */
  z.object({ kind: z.literal('credits'), userId: id, credits: creditCount, expectedCredits: creditCount }),
  z.object({
    kind: z.literal('payment_refund'),
    transactionId: id,
    amountPaise: z
      .int()
      .min(MIN_REFUND_PAISE)
      .max(MAX_RUPEES * 100),
  }),
  /** Refunds the rest of a payment that does not match its order. */
  z.object({ kind: z.literal('unmatched_refund'), paymentId: z.string().max(60) }),
  /** Records that an owed refund was paid outside Razorpay. */
  z.object({ kind: z.literal('refund_paid_otherwise'), refundId: id, reference: paidReference }),
  z.object({ kind: z.literal('job_refund'), jobId: id }),
  /** Refunds exactly the jobs of a preview. */
  z.object({ kind: z.literal('jobs_refund'), previewId: id }),
  /** Runs a job again for free. */
  z.object({ kind: z.literal('job_retry'), jobId: id }),
  /** Runs exactly the jobs of a preview again for free. */
  z.object({ kind: z.literal('jobs_retry'), previewId: id }),
  /** Raises the limits above which approvals are needed, or turns them off, if they still are as expected. */
  z.object({ kind: z.literal('limits'), approveAbove, expected: approveAbove }),
  /** Sets what new accounts get, if it still is as expected. */
  z.object({ kind: z.literal('signup_grant'), signupGrant, expected: signupGrant }),
  /** Creates a pack, or changes one that still is as expected, while the cheapest pack on sale stays the same. */
  z.object({
    kind: z.literal('pack'),
    packId,
    changes: packFields.partial(),
    isArchived: z.boolean().optional(),
    /** Null for a new pack. */
    expected: adminCreditPack.nullable(),
    cheapest: pricedPack.nullable(),
  }),
  /** Sets the credits of a plan, if it still costs as many as expected. */
  z.object({ kind: z.literal('plan'), planId: z.string().max(60), credits: planCredits, expectedCredits: planCredits }),
  /** Makes takedowns return credits. */
  z.object({ kind: z.literal('takedown_credits') }),
  /** Deletes an account with unused credits that are still worth at most `amountPaise`, with or without a refund. */
  z.object({ kind: z.literal('account_deletion'), userId: id, wantsRefund: z.boolean(), amountPaise: paise }),
  /** Creates a promotional code. */
  promoCodeTerms.extend({ kind: z.literal('promo_code') }),
]);
export type ApprovalAction = z.infer<typeof approvalAction>;

export const approvalState = z.enum(['pending', 'approved', 'executed', 'failed', 'declined', 'expired']);
/** `approved`: it is being executed. `failed`: it was approved and turned out to be impossible. */
export type ApprovalState = z.infer<typeof approvalState>;

/**
 * In a preview: the sum of the requester's unapproved changes to this user and of the requester's codes, within a day before, in paise or
 * credits.
 */
export const WITHOUT_APPROVAL = 'withoutApproval';

/** The values that the requester saw, by name: credits, paise and counts as numbers. */
const approvalPreview = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ApprovalPreview = z.infer<typeof approvalPreview>;

export const approval = z.object({
  id,
  state: approvalState,
  action: approvalAction,
  preview: approvalPreview,
  reason: z.string(),
  requestedById: id,
  requestedBy: z.string(),
  requested_at: timestamp,
  expires_at: timestamp,
  /** The operator who approved, declined or withdrew it; null before. */
  decidedBy: z.string().nullable(),
  decided_at: timestamp.nullable(),
  /** Why it was declined. */
  decisionReason: z.string().nullable(),
  /** Why it could not be executed. */
  failure: z.string().nullable(),
});
/** An action that is or was waiting for a second operator. */
export type Approval = z.infer<typeof approval>;

/** `operatorEmail` is kept with the approval and in the audit log. */
const byOperator = z.object({ adminId: id, operatorEmail: z.string().max(320) });
const ofApproval = byOperator.extend({ approvalId: z.string() });

export const approvalsQuery = idPageQuery.extend({
  state: orDefault(z.enum(['pending', 'all']).default('all')),
});
export type ApprovalsQuery = z.infer<typeof approvalsQuery>;

export const approvalCalls = {
  /** A repeated key of the same operator returns the first request; `idempotency_conflict` for another action. */
  requestApproval: call('billing.requestApproval', {
    input: byOperator.extend({
      action: approvalAction,
      preview: approvalPreview,
      reason: operatorReason,
      idempotencyKey,
    }),
    output: approval,
  }),
  /** Newest first, with the number of requests that wait for a decision. */
  listApprovals: call('billing.listApprovals', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor, isPending: z.boolean().optional() }),
    output: page(approval).extend({ pending: z.number() }),
  }),
  /** True if this operator requested approval under this key, regardless of the outcome. */
  wasApprovalRequested: call('billing.wasApprovalRequested', {
    isForOperators: true,
    input: z.object({ adminId: id, idempotencyKey: z.string() }),
    output: z.object({ wasRequested: z.boolean() }),
  }),
  /** `not_found` */
  getApproval: call('billing.getApproval', {
    isForOperators: true,
    input: z.object({ approvalId: z.string() }),
    output: approval,
  }),
  /**
   * Approves and executes the action once, even if others approve it at the same time or a process crashes. `forbidden`
   * for the requester;
   * `conflict` if it was decided, has expired, or would no longer do what its preview shows.
   */
  approve: call('billing.approve', { input: ofApproval, output: approval, timeoutMs: 20_000 }),
  /** Declines; the requester withdraws it in this way. `conflict` if it was decided or has expired. */
  declineApproval: call('billing.declineApproval', {
    input: ofApproval.extend({ reason: operatorReason }),
    output: approval,
  }),
};
