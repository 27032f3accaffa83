import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { signUpConsents } from './consents';
import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  INPUT_LIMITS,
  LINK_INCOMPLETE,
  PASSWORD_REQUIRED,
  TOO_LONG,
} from './limits';
import { languageInput, nameInput, user } from './users';

/** Untrusted headers of the client. Auth truncates them instead of rejecting the request. */
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
  /** Whether it is the session that made the request. */
  current: z.boolean(),
});
/** One signed-in device. */
export type DeviceSession = z.infer<typeof deviceSession>;

export const emailInput = z.string(EMAIL_REQUIRED).max(INPUT_LIMITS.email, TOO_LONG);
export const passwordInput = z.string(PASSWORD_REQUIRED).max(INPUT_LIMITS.secret, TOO_LONG);
export const linkToken = z.string(LINK_INCOMPLETE).max(INPUT_LIMITS.secret, TOO_LONG);
const currentPassword = z.string(CURRENT_PASSWORD_REQUIRED).max(INPUT_LIMITS.secret, TOO_LONG);
const refreshToken = z.string().max(INPUT_LIMITS.secret, TOO_LONG);
const ofSession = z.object({ userId: id, sessionId: z.string() });
const revokedSessionIds = z.object({ revokedSessionIds: z.array(id) });

export const sessionCalls = {
  signUp: call('auth.signUp', {
    /** `language` is English if it is absent. */
    input: z.object({
      name: nameInput,
      email: emailInput,
      password: passwordInput,
      language: optional(languageInput),
      ...signUpConsents.shape,
      device,
    }),
    output: z.object({ requires_email_confirmation: z.literal(true), user, device_token: z.string() }),
    timeoutMs: 10_000,
  }),
  /** `password` is required if the link is opened on another device than the one that signed up. */
  confirmEmail: call('auth.confirmEmail', {
    input: z.object({ token: linkToken, password: optional(passwordInput), device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Emails a new confirmation link. */
  resendConfirmation: call('auth.resendConfirmation', { input: z.object({ email: emailInput }), output: empty }),
  signIn: call('auth.signIn', {
    input: z.object({ email: emailInput, password: passwordInput, device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** Rotates the refresh token. The previous token stays valid until the new one is used, or for 10 s. */
  refresh: call('auth.refresh', { input: z.object({ refreshToken, device }), output: issuedSession }),
  signOut: call('auth.signOut', {
    input: ofSession.extend({ scope: z.enum(['local', 'others', 'global']) }),
    output: revokedSessionIds,
  }),
  /** Mails a password reset link. */
  requestPasswordReset: call('auth.requestPasswordReset', { input: z.object({ email: emailInput }), output: empty }),
  redeemPasswordReset: call('auth.redeemPasswordReset', {
    input: z.object({ token: linkToken, device }),
    output: passwordResetSession,
  }),
  /**
   * Revokes the user's other sessions, and the caller's session if it is a password reset session. Any other session
   * requires `currentPassword`. A wrong one fails with `invalid_credentials` and counts as a sign-in attempt.
   */
  setPassword: call('auth.setPassword', {
    input: ofSession.extend({ password: passwordInput, currentPassword: optional(currentPassword), device }),
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
