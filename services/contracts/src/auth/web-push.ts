import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call, job } from '../messages/message';

export const MAX_PUSH_ENDPOINT = 1_000;
/** An uncompressed point of P-256 in URL-safe base64. */
export const PUSH_KEY = /^[\w-]{87}$/;
/** 16 bytes in URL-safe base64. */
export const PUSH_AUTH = /^[\w-]{22}$/;
/** Characters of the error of an attempt. */
export const MAX_PUSH_ERROR = 500;

const subscription = z.object({
  /** Where the browser's push service accepts messages. Who knows it can address the browser, but not sign messages. */
  endpoint: z.url({ protocol: /^https?$/ }).max(MAX_PUSH_ENDPOINT),
  /** Keys of the browser, with which messages are encrypted (RFC 8291). */
  p256dh: z.string().regex(PUSH_KEY),
  auth: z.string().regex(PUSH_AUTH),
});
export type WebPushSubscription = z.infer<typeof subscription>;

export const webPushState = z.object({
  /** The key with which browsers subscribe; null if this installation has no keys for web push. */
  publicKey: z.string().nullable(),
  /** The endpoint to which this session is subscribed. */
  endpoint: z.string().nullable(),
});
export type WebPushState = z.infer<typeof webPushState>;

const ofSession = z.object({ userId: id, sessionId: id });

const webPushRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The encrypted message, base64. */
  body: z.string(),
});
/** A request that a worker makes. It contains neither the text of the message nor a key. */
export type WebPushRequest = z.infer<typeof webPushRequest>;

const attempt = z.object({
  messageId: id,
  /** Response status of the push service; null without a response. */
  status: z.int().nullable(),
  /** Why there is no answer. */
  error: z.string().max(MAX_PUSH_ERROR).nullable(),
  /** When the push service wants to be asked again. */
  retryAfterSeconds: z.number().nullable(),
});
export type WebPushAttempt = z.infer<typeof attempt>;

export const webPushCalls = {
  getWebPush: call('auth.getWebPush', { input: ofSession, output: webPushState }),
  /**
   * Subscribes the session, in place of its earlier subscription and of other sessions at the same endpoint. Idempotent.
   * `validation_failed` for a key that is not a point of P-256, and outside local mode for an endpoint without TLS or at a private
   * address; `not_found` without keys for web push; `unauthorized` for a session that has ended.
   */
  subscribeToWebPush: call('auth.subscribeToWebPush', { input: ofSession.extend(subscription.shape), output: empty }),
  /** Idempotent. */
  unsubscribeFromWebPush: call('auth.unsubscribeFromWebPush', { input: ofSession, output: empty }),
  /** Null if it was delivered or abandoned, or its session has ended. */
  renderWebPush: call('auth.renderWebPush', {
    input: z.object({ messageId: id }),
    output: webPushRequest.nullable(),
  }),
  /** The outcome of an attempt. Returns when to try again, null if never. */
  recordWebPush: call('auth.recordWebPush', {
    input: attempt,
    output: z.object({ retryInMs: z.number().nullable() }),
  }),
};

/** Delivers one row of auth's `web_push_messages` to a push service. Auth publishes it; the worker runs it. */
export const webPushJob = job('web-push', 'worker', 'auth');
