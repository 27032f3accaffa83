import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { CURRENT_PASSWORD_REQUIRED, EMAIL_REQUIRED, LINK_INCOMPLETE, NAME_REQUIRED, PASSWORD_REQUIRED } from './limits';
import { user } from './users';

export const device = z.object({
  ip: z.string(),
  userAgent: z.string(),
  /** Issued by auth to this device at an earlier sign-up or sign-in; marks it as trusted. */
  token: optional(z.string()),
});
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

const issuedSession = session.extend({
  refresh_token: z.string(),
  session_id: id,
  /** Present where a session was opened: the device stores it and sends it from now on. */
  device_token: z.string().optional(),
});
/** A session with its refresh token, which the gateway turns into a cookie for browsers. */
export type IssuedSession = z.infer<typeof issuedSession>;

const passwordResetSession = session.extend({ session_id: id, device_token: z.string() });
/** Can set a new password and nothing else. */
export type PasswordResetSession = z.infer<typeof passwordResetSession>;

const sessionEndReason = z.enum(['signed_out', 'token_reused', 'blocked', 'password_changed', 'account_closed']);
export type SessionEndReason = z.infer<typeof sessionEndReason>;

const revokedSession = z.object({ id, userId: id, reason: sessionEndReason });
export type RevokedSession = z.infer<typeof revokedSession>;

export const deviceSession = z.object({
  id,
  /** For people, for example `Firefox on Android`. */
  device: z.string(),
  ip: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  /** Whether it is the session that made the request. */
  current: z.boolean(),
});
/** One signed-in device. */
export type DeviceSession = z.infer<typeof deviceSession>;

const email = z.string(EMAIL_REQUIRED);
const password = z.string(PASSWORD_REQUIRED);
const linkToken = z.string(LINK_INCOMPLETE);
const ofSession = z.object({ userId: id, sessionId: z.string() });
const revokedSessionIds = z.object({ revokedSessionIds: z.array(id) });

export const sessionCalls = {
  signUp: call('auth.signUp', {
    input: z.object({ name: z.string(NAME_REQUIRED), email, password, device }),
    output: z.object({ requires_email_confirmation: z.literal(true), user, device_token: z.string() }),
    timeoutMs: 10_000,
  }),
  /** `password` is required where the link is opened on another device than the one that signed up. */
  confirmEmail: call('auth.confirmEmail', {
    input: z.object({ token: linkToken, password: optional(z.string(PASSWORD_REQUIRED)), device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Mails a new confirmation link. */
  resendConfirmation: call('auth.resendConfirmation', { input: z.object({ email }), output: empty }),
  signIn: call('auth.signIn', {
    input: z.object({ email, password, device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Rotates: the parent of the active token is accepted until the active one is first used, or within 10 s. */
  refresh: call('auth.refresh', { input: z.object({ refreshToken: z.string(), device }), output: issuedSession }),
  signOut: call('auth.signOut', {
    input: ofSession.extend({ scope: z.enum(['local', 'others', 'global']) }),
    output: revokedSessionIds,
  }),
  /** Mails a password reset link. */
  requestPasswordReset: call('auth.requestPasswordReset', { input: z.object({ email }), output: empty }),
  redeemPasswordReset: call('auth.redeemPasswordReset', {
    input: z.object({ token: linkToken, device }),
    output: passwordResetSession,
  }),
  /**
   * Revokes every other session of the user, and the caller's where it is a password reset session. Any other session
   * needs `currentPassword`; a wrong one is `invalid_credentials` and counts as a sign-in attempt.
   */
  setPassword: call('auth.setPassword', {
    input: ofSession.extend({ password, currentPassword: optional(z.string(CURRENT_PASSWORD_REQUIRED)), device }),
    output: revokedSessionIds,
    timeoutMs: 10_000,
  }),
  listSessions: call('auth.listSessions', { input: ofSession, output: z.object({ sessions: z.array(deviceSession) }) }),
  revokeSession: call('auth.revokeSession', { input: ofSession, output: empty }),
  /** Sessions that were revoked within this many seconds, whose access tokens may still be valid. */
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
