import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { INVALID_BILLING_PROFILE, INVALID_GSTIN, NAME_REQUIRED, STATE_REQUIRED } from './limits';

export const billingProfile = z.object(
  {
    name: z.string(NAME_REQUIRED),
    /** Two digits of the GST state list, for example `18` for Assam. */
    state: z.string(STATE_REQUIRED),
    /** Fifteen characters, of that state. */
    gstin: optional(z.string(INVALID_GSTIN)),
  },
  INVALID_BILLING_PROFILE,
);
/** The billing details printed on a user's invoices. */
export type BillingProfile = z.infer<typeof billingProfile>;

/** `closing` and `closed`: the owner or an operator requested the account's deletion. */
export const userStatus = z.enum(['active', 'blocked', 'closing', 'closed']);
export type UserStatus = z.infer<typeof userStatus>;

export const user = z.object({
  id,
  email: z.string(),
  email_confirmed_at: timestamp.nullable(),
  created_at: timestamp,
  last_sign_in_at: timestamp.nullable(),
  user_metadata: z.object({ name: z.string(), credits: z.literal(0), status: userStatus }),
  /** Absent until the user has set one. */
  billing_profile: billingProfile.optional(),
});
export type User = z.infer<typeof user>;

export const userCalls = {
  getUser: call('auth.getUser', { input: z.object({ userId: id }), output: user }),
  /** A billing profile of null removes it; absent fields stay as they are. */
  updateUser: call('auth.updateUser', {
    input: z.object({
      userId: id,
      name: z.string(NAME_REQUIRED).optional(),
      billingProfile: billingProfile.nullable().optional(),
    }),
    output: user,
  }),
  /** The owner of an address; null where it has none. */
  findUser: call('auth.findUser', {
    input: z.object({ email: z.string() }),
    output: z.object({ userId: id.nullable() }),
  }),
  getEmails: call('auth.getEmails', {
    input: z.object({ userIds: z.array(id) }),
    output: z.object({ emails: z.record(z.string(), z.string()) }),
  }),
  /** Those of these accounts that are blocked, being deleted or deleted. Unknown ids are left out. */
  listDisabledAccounts: call('auth.listDisabledAccounts', {
    input: z.object({ userIds: z.array(id) }),
    output: z.object({ userIds: z.array(id) }),
  }),
  /** Signs the user out everywhere and refuses further sign-ins. Blocking a blocked user changes nothing. */
  blockUser: call('auth.blockUser', {
    input: z.object({ userId: id, adminId: id, reason: optional(z.string()) }),
    output: user,
  }),
  unblockUser: call('auth.unblockUser', { input: z.object({ userId: id, adminId: id }), output: user }),
  /** Mails once that a request has finished, to owners who were not watching. Does nothing for a guest. */
  sendCompletionMail: call('auth.sendCompletionMail', {
    input: z.object({
      userId: id,
      requestId: id,
      type: z.enum(['video', 'image_video', 'restore']),
      hasSucceeded: z.boolean(),
    }),
    output: empty,
  }),
};
