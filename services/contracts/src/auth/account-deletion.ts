import { z } from 'zod';
import { empty, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { PASSWORD_REQUIRED } from './limits';
import { device } from './sessions';

const deletionRequester = z.union([
  z.object({ password: z.string(PASSWORD_REQUIRED), device }),
  z.object({ adminId: id, reason: optional(z.string()) }),
]);
/** Who requests a deletion: the owner, who knows the password, or an operator. */
export type DeletionRequester = z.infer<typeof deletionRequester>;

export const accountDeletionCalls = {
  /**
   * Starts deleting the account: its sessions are revoked at once, a poller takes the remaining steps. Idempotent. A wrong
   * password is `invalid_credentials` and counts as a sign-in attempt.
   *
   * `wantsRefund`: unused credits are refunded to their payment method where possible; the rest is forfeited.
   */
  deleteAccount: call('auth.deleteAccount', {
    input: z.object({ userId: id, by: deletionRequester, wantsRefund: z.boolean() }),
    output: empty,
    timeoutMs: 10_000,
  }),
};
