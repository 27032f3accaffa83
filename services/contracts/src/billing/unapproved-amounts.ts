import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';

/** What an operator does to one user within these hours, and may give with codes, is compared with the limits as one amount. */
export const UNAPPROVED_HOURS = 24;

/** Details of `approval_required`, in paise or credits. */
export const approvalNeed = z.object({
  limit: z.number(),
  /** What the operator did to this user, and may give with promotional codes, without approval within `UNAPPROVED_HOURS` before. */
  before: z.number(),
});
export type ApprovalNeed = z.infer<typeof approvalNeed>;

const unit = z.enum(['paise', 'credits']);
export type AmountUnit = z.infer<typeof unit>;

export const userAmount = z.object({ userId: id, amount: z.int().min(0) });
export type UserAmount = z.infer<typeof userAmount>;

export const unapprovedAmountCalls = {
  /** What the operator did to one user, and in credits may give with promotional codes, without approval within `UNAPPROVED_HOURS`. */
  getUnapprovedAmount: call('billing.getUnapprovedAmount', {
    input: z.object({ adminId: id, unit, userId: id }),
    output: z.object({ amount: z.number() }),
  }),
  /**
   * Counts refunds of jobs before they happen, once per operator and reference within `UNAPPROVED_HOURS`; those that are
   * refused afterward stay counted.
   * `approval_required` with an `ApprovalNeed` if all of them, or those of one user with what the operator did to this user
   * before, are above the limit; then it counts nothing.
   */
  countJobRefunds: call('billing.countJobRefunds', {
    input: z.object({ adminId: id, reference: id, amounts: z.array(userAmount).max(5_000) }),
    output: empty,
  }),
};
