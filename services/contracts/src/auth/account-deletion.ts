import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
import { device, passwordInput } from './sessions';

const deletionRequester = z.union([
  z.object({ password: passwordInput, device }),
  z.object({ adminId: id, reason: operatorReason }),
]);
/** Who requests a deletion: the owner with the password, or an operator. */
export type DeletionRequester = z.infer<typeof deletionRequester>;

export const accountDeletionCalls = {
  /**
   * Starts the deletion of an account: revokes its sessions; a poller runs the remaining steps. Idempotent. A wrong password
   * fails with `invalid_credentials` and counts as a sign-in attempt.
   *
   * `wantsRefund`: unused credits are refunded to their payment method where possible; the rest is forfeited.
   */
  deleteAccount: call('auth.deleteAccount', {
    input: z.object({ userId: id, by: deletionRequester, wantsRefund: z.boolean() }),
    output: empty,
    timeoutMs: 10_000,
  }),
};
