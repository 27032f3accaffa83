import { z } from 'zod';
import { empty, id, paise } from '../messages/fields';
import { call } from '../messages/message';

/** The limits apply to the sum of an operator's changes to one user within these hours and of the codes that the operator created. */
export const UNAPPROVED_HOURS = 24;

/** Details of `approval_required`, in paise or credits. */
export const approvalNeed = z.object({
  limit: z.number(),
  /**
   * The sum of the operator's changes to this user, and of the operator's promotional codes, without approval within the last
   * `UNAPPROVED_HOURS`.
   */
  before: z.number(),
});
export type ApprovalNeed = z.infer<typeof approvalNeed>;

const unit = z.enum(['paise', 'credits']);
export type AmountUnit = z.infer<typeof unit>;

export const userAmount = z.object({ userId: id, amount: z.int().min(0) });
export type UserAmount = z.infer<typeof userAmount>;

export const unapprovedAmountCalls = {
  /**
   * The sum of the operator's changes to one user, and in credits of the operator's promotional codes, without approval within
   * `UNAPPROVED_HOURS`.
   */
  getUnapprovedAmount: call('billing.getUnapprovedAmount', {
    input: z.object({ adminId: id, unit, userId: id }),
    output: z.object({ amount: z.number() }),
  }),
  /**
   * Counts refunds or free retries of jobs before they happen, once per operator and reference within `UNAPPROVED_HOURS`; jobs that are
   * refused afterward stay counted. `approval_required` with an `ApprovalNeed` if the sum of all jobs exceeds the limit, or the sum for one
   * user including the operator's earlier changes to that user; then nothing is counted.
   */
  countJobRefunds: call('billing.countJobRefunds', {
    input: z.object({ adminId: id, reference: id, amounts: z.array(userAmount).max(5_000) }),
    output: empty,
  }),
  /**
   * Counts the most that the deletion of an account may refund, before it happens: the unused credits of recent purchases, and the credits
   * held for jobs, which the deletion cancels. Returns this amount. `approval_required` with an `ApprovalNeed` above the limit.
   */
  countAccountDeletion: call('billing.countAccountDeletion', {
    input: z.object({ adminId: id, userId: id }),
    output: z.object({ amountPaise: paise }),
  }),
  /** The amount that `countAccountDeletion` would count. */
  getAccountDeletionAmount: call('billing.getAccountDeletionAmount', {
    input: z.object({ userId: id }),
    output: z.object({ amountPaise: paise }),
  }),
};
