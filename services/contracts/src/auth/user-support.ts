import { z } from 'zod';
import { cursor, empty, id, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
import { MAX_NOTE_CHARACTERS, NOTE_REQUIRED } from './limits';
import { TOO_LONG } from '../messages/input-limits';

export const userNote = z.object({
  id,
  /** The address of the operator who wrote it. */
  author: z.string(),
  /** Plain text. */
  text: z.string(),
  created_at: timestamp,
});
/** An operator's note about a user. Users do not see it; it is deleted with the account. */
export type UserNote = z.infer<typeof userNote>;

export const noteBody = z.object({
  text: z
    .string(NOTE_REQUIRED)
    .trim()
    .min(1, NOTE_REQUIRED)
    .max(MAX_NOTE_CHARACTERS, TOO_LONG)
    .describe('Plain text for other operators'),
});

const onUser = z.object({ userId: id, adminId: id });

export const userSupportCalls = {
  /** Revokes all sessions of a user. Idempotent. `user_not_found` */
  signOutUser: call('auth.signOutUser', {
    input: onUser.extend({ reason: operatorReason }),
    output: z.object({ sessions: z.number() }),
  }),
  /**
   * Emails a new confirmation link, within the limits of the mails to an address. `user_not_found`, `conflict` for a
   * confirmed
   * address, `account_closed`, `user_blocked`, `too_many_requests`
   */
  resendConfirmationOf: call('auth.resendConfirmationOf', { input: onUser, output: empty }),
  /** Revokes an API key of a user. Idempotent. `not_found` for a key of another account, `forbidden` for an unknown operator */
  revokeApiKeyOf: call('auth.revokeApiKeyOf', {
    input: onUser.extend({ keyId: id, reason: operatorReason }),
    output: empty,
  }),
  /** `user_not_found`, `account_closed` once the account was deleted. */
  addUserNote: call('auth.addUserNote', {
    input: onUser.extend(noteBody.shape),
    output: userNote,
  }),
  /** Newest first. */
  listUserNotes: call('auth.listUserNotes', {
    isForOperators: true,
    input: z.object({ userId: id, limit: pageSize.max(100), cursor }),
    output: page(userNote),
  }),
};
