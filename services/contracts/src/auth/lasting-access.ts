import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';
import { apiKey } from './api-keys';
import { MAX_KEPT_ACCESS } from './limits';
import { linkedSignIn } from './openid';
import { passkey } from './passkeys';
import { device, deviceSession, passwordInput } from './sessions';
import { webhookEndpoint } from './webhooks';

/** How long after its password was entered a session may grant access that outlives it. Shorter than an access token lives. */
export const RECENT_SIGN_IN_SECONDS = 600;

interface LastingAccess {
  /** True if granting it needs a session with a recently entered password, and the owner is notified by mail. */
  isGuarded: boolean;
  /** Why granting it is not guarded; absent if it is. */
  reason?: string;
}

/** Access that outlives the session that granted it. A password reset lists all of it, and revokes what the owner does not keep. */
export const LASTING_ACCESS = {
  api_key: { isGuarded: true },
  webhook_endpoint: { isGuarded: true },
  push_subscription: { isGuarded: true },
  linked_sign_in: { isGuarded: true },
  passkey: { isGuarded: true },
  share_link: { isGuarded: false, reason: 'It shows one output to people, and gives no access to the account.' },
} satisfies Record<string, LastingAccess>;
export type LastingAccessKind = keyof typeof LASTING_ACCESS;

const rememberedDevice = z.object({
  id,
  /** Display name, for example `Firefox on Android`. */
  device: z.string(),
  last_seen_at: timestamp,
});
const pushSubscription = z.object({ id, device: z.string(), createdAt: timestamp });

export const accountAccess = z.object({
  sessions: z.array(deviceSession),
  /** Devices without a session from which the owner has signed in before. */
  devices: z.array(rememberedDevice),
  apiKeys: z.array(apiKey),
  webhookEndpoints: z.array(webhookEndpoint),
  pushSubscriptions: z.array(pushSubscription),
  linkedSignIns: z.array(linkedSignIn),
  passkeys: z.array(passkey),
  /** Whether the account has a password. Its owner can set one through a mailed link. */
  hasPassword: z.boolean(),
});
/** Everything with access to an account that auth owns. */
export type AccountAccess = z.infer<typeof accountAccess>;

const ofSession = z.object({ userId: id, sessionId: id });

export const lastingAccessCalls = {
  /** `password_required` unless the password was entered in this session within `RECENT_SIGN_IN_SECONDS`. */
  requireRecentSignIn: call('auth.requireRecentSignIn', { input: ofSession, output: empty }),
  /** Makes the session a recent one. `invalid_credentials`, `too_many_attempts`, `unauthorized` */
  confirmPassword: call('auth.confirmPassword', {
    input: ofSession.extend({ password: passwordInput, device }),
    output: empty,
    timeoutMs: 10_000,
  }),
  listAccess: call('auth.listAccess', { input: ofSession, output: accountAccess }),
  /** The device counts as a new one at its next sign-in. Idempotent. */
  forgetDevice: call('auth.forgetDevice', { input: z.object({ userId: id, deviceId: id }), output: empty }),
  /** Idempotent. */
  endPushSubscription: call('auth.endPushSubscription', {
    input: z.object({ userId: id, subscriptionId: id }),
    output: empty,
  }),
};

export const lastingAccessEvents = {
  /** The owner ended all access from before `at`, except what has one of the ids in `keep`. */
  accessRevoked: event(
    'auth.accessRevoked',
    ['generation'],
    z.object({ userId: id, keep: z.array(id).max(MAX_KEPT_ACCESS), at: timestamp }),
  ),
};
