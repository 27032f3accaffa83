import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { creditCount, cursor, id, idempotencyKey, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { MAX_RUPEES, MIN_REFUND_PAISE } from './limits';
import { promoCodeTerms } from './promo-codes';
import { billingSettings } from './settings';

/** How long a request waits for a second operator. */
export const APPROVAL_HOURS = 24;

/** What a second operator approves. */
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
  z.object({ kind: z.literal('job_refund'), jobId: id }),
  /** Refunds exactly the jobs of a preview. */
  z.object({ kind: z.literal('jobs_refund'), previewId: id }),
  /** Raises the limits above which approvals are needed, or turns them off. */
  z.object({ kind: z.literal('limits'), approveAbove: billingSettings.shape.approveAbove }),
  /** Creates a promotional code. */
  promoCodeTerms.extend({ kind: z.literal('promo_code') }),
]);
export type ApprovalAction = z.infer<typeof approvalAction>;

export const approvalState = z.enum(['pending', 'approved', 'executed', 'failed', 'declined', 'expired']);
/** `approved`: it is being executed. `failed`: it was approved and turned out to be impossible. */
export type ApprovalState = z.infer<typeof approvalState>;

/** In a preview: what the requester did to this user, and may give with codes, without approval within a day before, in paise or credits. */
export const WITHOUT_APPROVAL = 'withoutApproval';

/** What the requester saw, by name: credits, paise and counts as numbers. */
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
  /** Who approved, declined or withdrew it; null before. */
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
  /** Newest first, with the number of those that wait for a decision. */
  listApprovals: call('billing.listApprovals', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor, isPending: z.boolean().optional() }),
    output: page(approval).extend({ pending: z.number() }),
  }),
  /** Whether this operator requested approval under this key, whatever the outcome. */
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
