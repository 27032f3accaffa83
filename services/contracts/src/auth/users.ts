import { z } from 'zod';
import { id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import { operatorReason } from './audit-log';
import { DEFAULT_LANGUAGE, LANGUAGES, UNKNOWN_LANGUAGE } from './languages';
import {
  INPUT_LIMITS,
  INVALID_BILLING_PROFILE,
  INVALID_GSTIN,
  MAX_NAME_CHARACTERS,
  NAME_REQUIRED,
  NAME_TOO_LONG,
  STATE_REQUIRED,
} from './limits';
import { TOO_LONG } from '../messages/input-limits';

export const nameInput = nameText(MAX_NAME_CHARACTERS, { required: NAME_REQUIRED, tooLong: NAME_TOO_LONG }).meta({
  example: 'Asha',
});

/** Language of the account's mails and web pushes. */
export const languageInput = z.enum(LANGUAGES, UNKNOWN_LANGUAGE).describe('Of the account’s emails and notifications');

/** A language that a client names, which may be none of ours. */
export const clientLanguage = (what: string) =>
  optional(z.string().max(35, TOO_LONG)).meta({
    description: `${what}, one of ${LANGUAGES.join(', ')}; any other means ${DEFAULT_LANGUAGE}`,
    example: 'hi',
  });

export const billingProfile = z.object(
  {
    name: nameInput.meta({ example: 'Asha Studio' }),
    /** Two-digit GST state code, for example `18` for Assam. */
    state: z
      .string(STATE_REQUIRED)
      .max(INPUT_LIMITS.gstState, STATE_REQUIRED)
      .meta({ example: '18', description: 'GST state code' }),
    /** The GSTIN must match this state. */
    gstin: optional(z.string(INVALID_GSTIN).max(INPUT_LIMITS.gstin, INVALID_GSTIN)).meta({
      example: '18AABCU9603R1ZX',
    }),
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
  language: languageInput,
  /** Absent until the user has set one. */
  billing_profile: billingProfile.optional(),
});
export type User = z.infer<typeof user>;

/** A billing profile of null removes the stored one. Absent fields stay unchanged. */
export const profileBody = z.object({
  name: optional(nameInput),
  language: optional(languageInput),
  billingProfile: billingProfile.nullish(),
});
export type ProfileBody = z.infer<typeof profileBody>;

export const userCalls = {
  getUser: call('auth.getUser', { input: z.object({ userId: id }), output: user }),
  updateUser: call('auth.updateUser', { input: profileBody.extend({ userId: id }), output: user }),
  /** Finds the account with this address. `userId` is null if there is none. */
  findUser: call('auth.findUser', {
    input: z.object({ email: z.string().max(INPUT_LIMITS.email, TOO_LONG) }),
    output: z.object({ userId: id.nullable() }),
  }),
  getEmails: call('auth.getEmails', {
    input: z.object({ userIds: z.array(id) }),
    output: z.object({ emails: z.record(z.string(), z.string()) }),
  }),
  /** Returns the given accounts that are blocked, being deleted or deleted, without unknown ids. */
  listDisabledAccounts: call('auth.listDisabledAccounts', {
    input: z.object({ userIds: z.array(id) }),
    output: z.object({ userIds: z.array(id) }),
  }),
  /** Revokes all sessions of the user and rejects further sign-ins. Idempotent. */
  blockUser: call('auth.blockUser', {
    input: z.object({ userId: id, adminId: id, reason: operatorReason }),
    output: user,
  }),
  unblockUser: call('auth.unblockUser', { input: z.object({ userId: id, adminId: id }), output: user }),
};
