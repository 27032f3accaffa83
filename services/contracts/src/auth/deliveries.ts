import { z } from 'zod';
import { id } from '../messages/fields';
import { call, job, type JobContract } from '../messages/message';

/** Requests to addresses outside: messages about alerts, web pushes, and webhooks of users. */
const kind = z.enum(['alert', 'web_push', 'webhook']);
export type DeliveryKind = z.infer<typeof kind>;

/** Each delivers one row of auth. Separate queues, so that a slow endpoint of a user holds up no alert. */
export const deliveryJobs = {
  alert: job('alert-delivery', 'worker', 'auth'),
  web_push: job('web-push', 'worker', 'auth'),
  webhook: job('deliver', 'worker', 'auth'),
} as const satisfies Record<DeliveryKind, JobContract>;

/** Characters of the error of an attempt. */
export const MAX_DELIVERY_ERROR = 500;
/** Bytes of the response that are read. */
export const MAX_DELIVERY_RESPONSE = 1_024;

const outboundRequest = z.object({
  /** The endpoint, destination or subscription. */
  targetId: id,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** How the bytes of the body are written as text. */
  encoding: z.enum(['utf8', 'base64']),
});
/** A request for a worker to make. It is signed or encrypted, and contains no key. */
export type OutboundRequest = z.infer<typeof outboundRequest>;

const attempt = z.object({
  kind,
  deliveryId: id,
  /** Null without a response. */
  status: z.int().nullable(),
  /** The reason why there is no response. */
  error: z.string().max(MAX_DELIVERY_ERROR).nullable(),
  /** The beginning of the response. */
  response: z.string().max(MAX_DELIVERY_RESPONSE),
  durationMs: z.int().min(0),
  /** The time after which the server accepts the next attempt. */
  retryAfterSeconds: z.number().nullable(),
});
export type DeliveryAttempt = z.infer<typeof attempt>;

export const deliveryCalls = {
  /** Null if it was delivered or has failed, or its target may not receive it now. */
  renderDelivery: call('auth.renderDelivery', {
    input: z.object({ kind, deliveryId: id }),
    output: outboundRequest.nullable(),
  }),
  /** The outcome of an attempt. Returns when to try again, null if never. */
  recordDelivery: call('auth.recordDelivery', {
    input: attempt,
    output: z.object({ retryInMs: z.number().nullable() }),
  }),
};
