import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { TOO_LONG } from '../messages/input-limits';
import { call } from '../messages/message';
import { INPUT_LIMITS } from './limits';
import { device, issuedSession } from './sessions';
import { nameInput } from './users';

/** A JSON object that only a browser and the library of auth read. */
export const browserJson = z.record(z.string(), z.unknown());
const credentialId = z.string().min(1).max(INPUT_LIMITS.passkey, TOO_LONG);

/** The browser's passkey response. The library of auth checks the rest of it. */
export const passkeyResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: browserJson,
  clientExtensionResults: browserJson,
  authenticatorAttachment: optional(z.string().max(100, TOO_LONG)),
});
export type PasskeyResponse = z.infer<typeof passkeyResponse>;
export const passkeyResponseBody = z.object({ response: passkeyResponse });
export const passkeyNameBody = z.object({ name: nameInput.meta({ example: 'Phone' }) });
export const newPasskeyBody = passkeyNameBody.extend(passkeyResponseBody.shape);
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>;

export const passkey = z.object({ id, name: z.string(), createdAt: timestamp, lastUsedAt: timestamp.nullable() });
/** A passkey of a user. */
export type Passkey = z.infer<typeof passkey>;

/** What the browser needs to use or create a passkey. */
export const passkeyOptions = z.object({ options: browserJson });

const ofPasskey = z.object({ userId: id, passkeyId: id });

export const passkeyCalls = {
  /** The challenge can be answered once, within minutes, by the same browser. `conflict` if passkeys cannot be used here. */
  startPasskeySignIn: call('auth.startPasskeySignIn', {
    input: z.object({ device }),
    output: passkeyOptions.extend({ device_token: z.string() }),
  }),
  /** `invalid_credentials`, `user_blocked`, `account_closed` */
  signInWithPasskey: call('auth.signInWithPasskey', {
    input: passkeyResponseBody.extend({ device }),
    output: issuedSession,
  }),
  /** Makes the session a recent one, as the password does. `invalid_credentials`, `unauthorized` */
  confirmWithPasskey: call('auth.confirmWithPasskey', {
    input: passkeyResponseBody.extend({ userId: id, sessionId: id, device }),
    output: empty,
  }),
  startUserPasskey: call('auth.startUserPasskey', {
    input: z.object({ userId: id, device }),
    output: passkeyOptions.extend({ device_token: z.string() }),
  }),
  /** `invalid_credentials`, `conflict` */
  addUserPasskey: call('auth.addUserPasskey', {
    input: newPasskeyBody.extend({ userId: id, device }),
    output: passkey,
  }),
  /** `not_found` */
  renameUserPasskey: call('auth.renameUserPasskey', {
    input: ofPasskey.extend(passkeyNameBody.shape),
    output: passkey,
  }),
  /** `not_found` */
  removeUserPasskey: call('auth.removeUserPasskey', { input: ofPasskey, output: empty }),
};
