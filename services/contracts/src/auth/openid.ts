import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { TOO_LONG } from '../messages/input-limits';
import { call } from '../messages/message';
import { signUpConsents } from './consents';
import { INPUT_LIMITS, LINK_INCOMPLETE, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from './limits';
import { confirmBody, device, issuedSession, linkBody } from './sessions';
import { languageInput, nameInput } from './users';

/** The page of the web app to which a provider returns. Its address is registered at the provider. */
export const OPENID_CALLBACK_PATH = '/auth/callback';

const PROVIDER_NAMES: Record<string, string> = { 'accounts.google.com': 'Google' };

/** The name of a provider on buttons and in mails: its own, or the host of its issuer. */
export function providerNameOf(issuer: string): string {
  const { host } = new URL(issuer);
  return PROVIDER_NAMES[host] ?? host;
}

/** `sign_in`: anybody. `link`: adds the provider to an account. `confirm`: makes a session a recent one, as the password does. */
const intent = z.enum(['sign_in', 'link', 'confirm']);
export type OpenIdIntent = z.infer<typeof intent>;

const parameter = z.string(LINK_INCOMPLETE).min(1, LINK_INCOMPLETE).max(INPUT_LIMITS.openId, TOO_LONG);
/** The parameters that the provider added to the address of the page. */
export const openIdReturnBody = z.object({
  state: parameter,
  code: parameter,
  iss: optional(parameter).describe('The issuer, if the provider returned it (RFC 9207)'),
});
export type OpenIdReturnBody = z.infer<typeof openIdReturnBody>;

export const openIdSignUpBody = linkBody.extend({
  name: nameInput,
  language: optional(languageInput).describe('Of the account’s emails and notifications; English by default'),
  ...signUpConsents.shape,
});
export type OpenIdSignUpBody = z.infer<typeof openIdSignUpBody>;
export const openIdLinkBody = linkBody.extend({ password: confirmBody.shape.password });
export type OpenIdLinkBody = z.infer<typeof openIdLinkBody>;

/** What a provider says about the person who signed in, from a verified ID token. */
const identity = z.object({
  issuer: z.url().max(INPUT_LIMITS.openId),
  subject: z.string().min(1).max(255),
  email: z.string().max(MAX_EMAIL_CHARACTERS).nullable(),
  isEmailVerified: z.boolean(),
  /** Only a suggestion: it may be empty, or no name of ours. */
  displayName: z.string().max(MAX_NAME_CHARACTERS),
});
export type OpenIdIdentity = z.infer<typeof identity>;

export const linkedSignIn = z.object({
  id,
  /** The name of the provider. */
  provider: z.string(),
  /** The address that the provider named last; null if it named none. */
  email: z.string().nullable(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
/** An account at an OpenID provider with which the owner of this account can sign in. */
export type LinkedSignIn = z.infer<typeof linkedSignIn>;

/**
 * What follows a sign-in at a provider. `signed_in`: there is a session. `link`: the address has an account, whose owner confirms the link
 * with the password or a mail. `sign_up`: the person can create an account. `linked` and `confirmed` answer the other intents.
 */
export const openIdNext = z.enum(['signed_in', 'link', 'sign_up', 'linked', 'confirmed']);
export const openIdPending = z.object({
  /** For `link` and `sign_up`. */
  token: z.string().optional(),
  email: z.string().optional(),
  name: z.string().optional(),
});

/** The session that a browser has, and the browser; without the ids if it is signed out. */
const browser = z.object({ userId: optional(id), sessionId: optional(id), device });

export const openIdCalls = {
  /** What the request to the provider contains. The state can be used once, within minutes, by the same browser and account. */
  startOpenId: call('auth.startOpenId', {
    input: browser.extend({ intent }),
    output: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string(), device_token: z.string() }),
  }),
  /** `link_invalid_or_expired` */
  takeOpenIdState: call('auth.takeOpenIdState', {
    input: browser.extend({ state: parameter }),
    output: z.object({ intent, nonce: z.string(), codeVerifier: z.string() }),
  }),
  /** `email_not_confirmed` if the provider has not verified the address, `conflict`, `invalid_credentials`, `user_blocked`, `account_closed` */
  finishOpenId: call('auth.finishOpenId', {
    input: browser.extend({ intent, identity }),
    output: openIdPending.extend({ next: openIdNext, session: issuedSession.optional() }),
  }),
  /** `link_invalid_or_expired`, `email_taken`, `conflict` */
  signUpWithOpenId: call('auth.signUpWithOpenId', {
    input: openIdSignUpBody.extend({ device }),
    output: issuedSession,
  }),
  /** With the password, or with a mailed token on the device that began. `password_required`, `invalid_credentials`, … */
  confirmOpenIdLink: call('auth.confirmOpenIdLink', {
    input: openIdLinkBody.extend({ device }),
    output: issuedSession,
    timeoutMs: 10_000,
  }),
  /** `link_invalid_or_expired`, `too_many_requests` */
  mailOpenIdLink: call('auth.mailOpenIdLink', { input: linkBody.extend({ device }), output: empty }),
  /** `not_found` */
  unlinkSignIn: call('auth.unlinkSignIn', { input: z.object({ userId: id, linkedSignInId: id }), output: empty }),
};
