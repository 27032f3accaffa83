import { z } from 'zod';
import { empty, httpUrl, id, optional } from '../messages/fields';
import { call, job } from '../messages/message';
import { requestSource } from './sessions';

export const MAX_PUSH_ENDPOINT = 1_000;
/** An uncompressed point of P-256 in URL-safe base64. */
export const PUSH_KEY = /^[\w-]{87}$/;
/** 16 bytes in URL-safe base64. */
export const PUSH_AUTH = /^[\w-]{22}$/;
/** Characters of the error of an attempt. */
export const MAX_PUSH_ERROR = 500;

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

const webPushRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The encrypted message, base64. */
  body: z.string(),
});
/** A request for a worker to make. It contains neither the text of the message nor a key. */
export type WebPushRequest = z.infer<typeof webPushRequest>;

const attempt = z.object({
  messageId: id,
  /** Response status of the push service; null without a response. */
  status: z.int().nullable(),
  /** The error if the push service did not respond. */
  error: z.string().max(MAX_PUSH_ERROR).nullable(),
  /** The time after which the push service accepts the next attempt. */
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
  subscribeToWebPush: call('auth.subscribeToWebPush', {
    input: ofSession.extend({ ...webPushSubscription.shape, from: optional(requestSource) }),
    output: empty,
  }),
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
