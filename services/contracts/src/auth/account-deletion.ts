import { z } from 'zod';
import { empty, id, optional, orDefault } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
import { device, passwordBody, passwordInput } from './sessions';

/** For operators. */
export const accountDeletionBody = z.object({
  reason: operatorReason,
  refund: orDefault(z.boolean('refund must be true or false').default(true)).describe(
    'Whether unused credits are refunded to their payment method',
  ),
});
export type AccountDeletionBody = z.infer<typeof accountDeletionBody>;

/** For owners. */
export const ownDeletionBody = z.object({
  password: optional(passwordInput).describe(
    'Required if the account has a password; otherwise the session must be a recent one',
  ),
});
export type OwnDeletionBody = z.infer<typeof ownDeletionBody>;

const deletionRequester = z.union([
  passwordBody.extend({ device }),
  /** For an account without a password: a session with a recent sign-in. */
  z.object({ sessionId: id }),
  /** `approvedBy` is the address of the second operator, for the audit log. */
  accountDeletionBody.pick({ reason: true }).extend({ adminId: id, approvedBy: z.string().optional() }),
]);
/** The requester of a deletion: the owner with the password or a recent sign-in, or an operator. */
export type DeletionRequester = z.infer<typeof deletionRequester>;

export const accountDeletionCalls = {
  /**
   * Starts the deletion of an account: revokes its sessions; a poller runs the remaining steps. Idempotent. A wrong password
   * fails with `invalid_credentials` and counts as a sign-in attempt; without a password, a sign-in that is not recent fails with
   * `password_required`.
   *
   * `wantsRefund`: unused credits are refunded to their payment method where possible; the rest is forfeited.
   */
  deleteAccount: call('auth.deleteAccount', {
    input: z.object({ userId: id, by: deletionRequester, wantsRefund: z.boolean() }),
    output: empty,
    timeoutMs: 10_000,
  }),
};
