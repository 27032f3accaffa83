import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { signUpConsents } from './consents';
import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  INPUT_LIMITS,
  LINK_INCOMPLETE,
  MAX_KEPT_ACCESS,
  PASSWORD_REQUIRED,
} from './limits';
import { TOO_LONG } from '../messages/input-limits';
import { languageInput, nameInput, user } from './users';

/** Untrusted headers of the client. Auth truncates them instead of rejecting the request. */
export const device = z.object({
  ip: z.string(),
  userAgent: z.string(),
  /** Issued by auth to this device at an earlier sign-up or sign-in; marks it as trusted. */
  token: optional(z.string()),
});
/** The origin of a request, for the mail about it. */
export const requestSource = device.pick({ ip: true, userAgent: true });
export type RequestSource = z.infer<typeof requestSource>;
/** The device that opens a session, for the device list and the rate limits. */
export type Device = z.infer<typeof device>;

export const session = z.object({
  access_token: z.string(),
  /** Absent for browsers, which hold it as an HttpOnly cookie. */
  refresh_token: z.string().optional(),
  /** Unix seconds. */
  expires_at: z.number(),
  /** Seconds. */
  expires_in: z.number(),
  user,
});
export type Session = z.infer<typeof session>;

export const issuedSession = session.extend({
  refresh_token: z.string(),
  session_id: id,
  /** Present if a session was opened. The device stores it and sends it with later requests. */
  device_token: z.string().optional(),
});
/** A session with its refresh token, which the gateway turns into a cookie for browsers. */
export type IssuedSession = z.infer<typeof issuedSession>;

const passwordResetSession = session.extend({ session_id: id, device_token: z.string() });
/** A session that can only set a new password. */
export type PasswordResetSession = z.infer<typeof passwordResetSession>;

const sessionEndReason = z.enum(['signed_out', 'token_reused', 'blocked', 'password_changed', 'account_closed']);
export type SessionEndReason = z.infer<typeof sessionEndReason>;

const revokedSession = z.object({ id, userId: id, reason: sessionEndReason });
export type RevokedSession = z.infer<typeof revokedSession>;

export const deviceSession = z.object({
  id,
  /** Display name, for example `Firefox on Android`. */
  device: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  /** True for the session that made the request. */
  current: z.boolean(),
});
/** One signed-in device. */
export type DeviceSession = z.infer<typeof deviceSession>;

export const emailInput = z
  .string(EMAIL_REQUIRED)
  .min(1, EMAIL_REQUIRED)
  .max(INPUT_LIMITS.email, TOO_LONG)
  .meta({ example: 'asha@example.com' });
const secret = (required?: string) => z.string(required).max(INPUT_LIMITS.secret, TOO_LONG);
export const passwordInput = secret(PASSWORD_REQUIRED).min(1, PASSWORD_REQUIRED);
export const currentPassword = secret(CURRENT_PASSWORD_REQUIRED);
export const linkToken = secret(LINK_INCOMPLETE).min(1, LINK_INCOMPLETE).describe('The token from the emailed link');
const refreshToken = secret();

export const emailBody = z.object({ email: emailInput });
export const passwordBody = z.object({ password: passwordInput });
export const linkBody = z.object({ token: linkToken });
export const signInBody = z.object({ email: emailInput, password: passwordInput });
export const signUpBody = z.object({
  name: nameInput,
  ...signInBody.shape,
  language: optional(languageInput).describe('Of the account’s emails and notifications; English by default'),
  ...signUpConsents.shape,
});
export type SignUpBody = z.infer<typeof signUpBody>;
export const confirmBody = linkBody.extend({
  password: optional(secret(PASSWORD_REQUIRED)).describe(
    'Required if the link is opened on a device other than the one used to sign up',
  ),
});
export type ConfirmBody = z.infer<typeof confirmBody>;
const KEEP = 'Choose what to keep by its ids';
export const newPasswordBody = passwordBody.extend({
  currentPassword: optional(currentPassword).describe(
    'Required in a normal session, but not after a password reset link',
  ),
  keep: optional(z.array(z.uuid(KEEP), KEEP).max(MAX_KEPT_ACCESS, KEEP)).describe(
    'Ids of the API keys, webhook endpoints, push subscriptions and shared requests that keep their access; all others lose it. ' +
      'By default none after a password reset link, and all in a normal session',
  ),
});
export type NewPasswordBody = z.infer<typeof newPasswordBody>;
export const refreshBody = z.object({ refresh_token: optional(refreshToken).describe('For clients without cookies') });
export type RefreshBody = z.infer<typeof refreshBody>;
const scope = z.enum(['local', 'others', 'global'], 'scope must be local, others or global');
export const signOutBody = z.object({ scope: optional(scope) });
export type SignOutBody = z.infer<typeof signOutBody>;

const ofSession = z.object({ userId: id, sessionId: z.string() });
const revokedSessionIds = z.object({ revokedSessionIds: z.array(id) });

export const sessionCalls = {
  signUp: call('auth.signUp', {
    input: signUpBody.extend({ device }),
    output: z.object({ requires_email_confirmation: z.literal(true), user, device_token: z.string() }),
    timeoutMs: 10_000,
  }),
  confirmEmail: call('auth.confirmEmail', {
    input: confirmBody.extend({ device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Emails a new confirmation link. */
  resendConfirmation: call('auth.resendConfirmation', { input: emailBody, output: empty }),
  signIn: call('auth.signIn', {
    input: signInBody.extend({ device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Rotates the refresh token. The previous token stays valid until the new one is used, or for 10 s. */
  refresh: call('auth.refresh', { input: z.object({ refreshToken, device }), output: issuedSession }),
  signOut: call('auth.signOut', {
    input: ofSession.extend({ scope }),
    output: revokedSessionIds,
  }),
  /** Mails a password reset link. */
  requestPasswordReset: call('auth.requestPasswordReset', { input: emailBody, output: empty }),
  redeemPasswordReset: call('auth.redeemPasswordReset', {
    input: linkBody.extend({ device }),
    output: passwordResetSession,
  }),
  /**
   * Revokes the user's other sessions, and the caller's session if it is a password reset session. Any other session
   * requires `currentPassword`. A wrong one fails with `invalid_credentials` and counts as a sign-in attempt.
   */
  setPassword: call('auth.setPassword', {
    input: newPasswordBody.extend({ ...ofSession.shape, device }),
    output: revokedSessionIds,
    timeoutMs: 10_000,
  }),
  listSessions: call('auth.listSessions', { input: ofSession, output: z.object({ sessions: z.array(deviceSession) }) }),
  revokeSession: call('auth.revokeSession', { input: ofSession, output: empty }),
  /** Lists sessions that were revoked within this many seconds; their access tokens may not have expired yet. */
  listRevokedSessions: call('auth.listRevokedSessions', {
    input: z.object({ withinSeconds: z.number() }),
    output: z.object({ sessions: z.array(revokedSession) }),
  }),
};

export const sessionBroadcasts = {
  sessionsRevoked: broadcast(
    'auth.sessionsRevoked',
    z.object({ userId: id, sessionIds: z.array(z.string()), reason: sessionEndReason }),
  ),
};
