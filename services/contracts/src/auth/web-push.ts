import { z } from 'zod';
import { empty, httpUrl, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { requestSource } from './sessions';

export const MAX_PUSH_ENDPOINT = 1_000;
/** An uncompressed point of P-256 in URL-safe base64. */
export const PUSH_KEY = /^[\w-]{87}$/;
/** 16 bytes in URL-safe base64. */
export const PUSH_AUTH = /^[\w-]{22}$/;

const NOT_VALID = 'The subscription of the browser is not valid.';

export const webPushSubscription = z.object({
  /** Anyone who knows it can address the browser, but not sign messages. */
  endpoint: httpUrl(MAX_PUSH_ENDPOINT, NOT_VALID).describe('Where the browser’s push service accepts messages'),
  /** Keys that encrypt messages (RFC 8291). */
  p256dh: z.string(NOT_VALID).regex(PUSH_KEY, NOT_VALID).describe('Public key of the browser'),
  auth: z.string(NOT_VALID).regex(PUSH_AUTH, NOT_VALID).describe('Authentication secret of the browser'),
});
export type WebPushSubscription = z.infer<typeof webPushSubscription>;

export const webPushState = z.object({
  /** The key that browsers subscribe with; null if this installation has no keys for web push. */
  publicKey: z.string().nullable(),
  /** The endpoint to which this session is subscribed. */
  endpoint: z.string().nullable(),
});
export type WebPushState = z.infer<typeof webPushState>;

const ofSession = z.object({ userId: id, sessionId: id });

export const webPushCalls = {
  getWebPush: call('auth.getWebPush', { input: ofSession, output: webPushState }),
  /**
   * Subscribes the session, in place of its earlier subscription and of other sessions at the same endpoint. Idempotent.
   * `validation_failed` for a key that is not a point of P-256, and outside local mode for an endpoint without TLS or at a private
   * address; `not_found` without keys for web push; `unauthorized` for a session that has ended.
   */
  subscribeToWebPush: call('auth.subscribeToWebPush', {
    input: ofSession.extend({ ...webPushSubscription.shape, from: optional(requestSource) }),
    output: empty,
  }),
  /** Idempotent. */
  unsubscribeFromWebPush: call('auth.unsubscribeFromWebPush', { input: ofSession, output: empty }),
};
