import { z } from 'zod';
import {
  cappedCount,
  cursor,
  empty,
  httpUrl,
  id,
  idempotencyKey,
  opaqueCursor,
  optional,
  page,
  pageSize,
  timeInput,
  timestamp,
} from '../messages/fields';
import { call, event } from '../messages/message';
import { requestSource } from './sessions';
import { MAX_WEBHOOK_URL, WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_OFF_REASONS } from './webhook-limits';

const EVENTS = `Choose at least one event of ${WEBHOOK_EVENTS.join(', ')}`;
const webhookUrl = httpUrl(MAX_WEBHOOK_URL, 'Enter a URL that begins with https://').describe(
  'Where events are sent to: https, at a public address',
);
const webhookEvents = z.array(z.enum(WEBHOOK_EVENTS, EVENTS), EVENTS).min(1, EVENTS).max(WEBHOOK_EVENTS.length, EVENTS);

export const webhookEndpointBody = z.object({ url: webhookUrl, events: webhookEvents });
export type WebhookEndpointBody = z.infer<typeof webhookEndpointBody>;
/** Fields that are absent stay as they are. */
export const webhookEndpointChangeBody = z.object({
  url: optional(webhookUrl),
  events: optional(webhookEvents),
  isOn: optional(z.boolean()).describe('Whether events are delivered'),
});
export type WebhookEndpointChangeBody = z.infer<typeof webhookEndpointChangeBody>;
/** Field names of the public API. */
export const webhookEndpointUpdateBody = webhookEndpointChangeBody
  .omit({ isOn: true })
  .extend({ enabled: webhookEndpointChangeBody.shape.isOn });
export type WebhookEndpointUpdateBody = z.infer<typeof webhookEndpointUpdateBody>;
/** Deliveries of a time that are sent again. */
export const deliveriesReplayBody = z.object({
  from: timeInput.describe('Deliveries that were queued since then'),
  to: timeInput.describe('Deliveries that were queued before then'),
  onlyFailed: optional(z.boolean()).describe(
    'Whether to leave out those that have been delivered; by default they are sent again',
  ),
  dryRun: optional(z.boolean()).describe('Whether to only count them'),
});
export type DeliveriesReplayBody = z.infer<typeof deliveriesReplayBody>;

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Why and since when nothing is delivered; null while it is on. */
  off: z.object({ reason: z.enum(WEBHOOK_OFF_REASONS), at: timestamp }).nullable(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: timestamp.nullable(),
  /** Error of the last attempt; null after a success. */
  lastError: z.string().nullable(),
  deliveredAt: timestamp.nullable(),
  /** Until when messages are also signed with the previous secret; null if there is none. */
  previousSecretExpiresAt: timestamp.nullable(),
  createdAt: timestamp,
});
/** An endpoint without its secret. */
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

const issuedEndpoint = z.object({
  /** `whsec_` and 256 random bits in base64, returned this once. */
  secret: z.string(),
  endpoint: webhookEndpoint,
});
export type IssuedWebhookEndpoint = z.infer<typeof issuedEndpoint>;

export const webhookDelivery = z.object({
  /** Sent as `webhook-id`, which is the same at each attempt and replay. */
  id,
  type: z.string(),
  /** The video or restoration, or the notice about credits, a key or a model; null for a test. */
  subject: id.nullable(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number(),
  createdAt: timestamp,
  /** Null once it was delivered or has failed. */
  nextAttemptAt: timestamp.nullable(),
  /** The JSON text that is sent. */
  body: z.string(),
  /** Null before the first attempt. */
  lastAttempt: z
    .object({
      at: timestamp,
      /** Null without a response. */
      status: z.number().nullable(),
      durationMs: z.number(),
      /** Why it counts as failed; null after a success. */
      error: z.string().nullable(),
      /** The beginning of the response. */
      response: z.string(),
    })
    .nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery), nextCursor: z.string().nullable() });
export type WebhookDeliveryPage = z.infer<typeof webhookDeliveries>;

/** Paths of URLs may contain secrets of their owners. */
const origin = z.string();
export const operatorWebhookEndpoint = webhookEndpoint.omit({ url: true }).extend({ origin });
/** An endpoint as operators see it. */
export type OperatorWebhookEndpoint = z.infer<typeof operatorWebhookEndpoint>;

export const failingWebhookEndpoint = operatorWebhookEndpoint
  .omit({ events: true, previousSecretExpiresAt: true })
  .extend({ failingSince: timestamp, user_id: id, user_email: z.string() });
/** An endpoint where every attempt fails, or that its owner has not turned on again since. */
export type FailingWebhookEndpoint = z.infer<typeof failingWebhookEndpoint>;

const ofUser = z.object({ userId: id });
const ofEndpoint = ofUser.extend({ endpointId: id });

export const webhookCalls = {
  /** Oldest first. */
  listWebhookEndpoints: call('auth.listWebhookEndpoints', {
    input: ofUser,
    output: z.object({ endpoints: z.array(webhookEndpoint) }),
  }),
  /**
   * Repeating an idempotency key returns the endpoint and its secret again; `conflict` once the secret was replaced or a day has passed,
   * `idempotency_conflict` with different input. `conflict` if the account has too many; outside local mode `validation_failed` without TLS or
   * for a private address.
   */
  createWebhookEndpoint: call('auth.createWebhookEndpoint', {
    input: webhookEndpointBody.extend({
      userId: id,
      from: optional(requestSource),
      /** The key of the API client that asks; absent for a signed-in person. */
      apiKeyId: id.optional(),
      idempotencyKey: optional(idempotencyKey),
    }),
    output: issuedEndpoint,
  }),
  /** Turning an endpoint on forgets its failures. `not_found`, `validation_failed` */
  updateWebhookEndpoint: call('auth.updateWebhookEndpoint', {
    input: webhookEndpointChangeBody.extend({ ...ofEndpoint.shape, from: optional(requestSource) }),
    output: webhookEndpoint,
  }),
  /** Deletes an endpoint with its deliveries. Idempotent. */
  deleteWebhookEndpoint: call('auth.deleteWebhookEndpoint', { input: ofEndpoint, output: empty }),
  /**
   * Issues a new secret. Deliveries are signed with the previous one as well for 24 hours; an older one ends. Repeating the last
   * idempotency key returns the same secret. `not_found`
   */
  rotateWebhookSecret: call('auth.rotateWebhookSecret', {
    input: ofEndpoint.extend({ from: optional(requestSource), idempotencyKey: optional(idempotencyKey) }),
    output: issuedEndpoint,
  }),
  /** Queues a test event. `not_found`, `conflict` for an endpoint that is off */
  testWebhookEndpoint: call('auth.testWebhookEndpoint', { input: ofEndpoint, output: webhookDelivery }),
  /** Newest first. `not_found` */
  listWebhookDeliveries: call('auth.listWebhookDeliveries', {
    input: ofEndpoint.extend({ limit: pageSize.max(100), cursor }),
    output: webhookDeliveries,
  }),
  /** Lists the failing endpoints of all active accounts, except the ones that their owners turned off; the longest failing come first. */
  listFailingWebhookEndpoints: call('auth.listFailingWebhookEndpoints', {
    isForOperators: true,
    input: z.object({ limit: pageSize.max(100), cursor: opaqueCursor }),
    output: page(failingWebhookEndpoint),
  }),
  /** Delivers it again with the same id. `not_found`, `conflict` while it is being tried or its endpoint is off */
  replayWebhookDelivery: call('auth.replayWebhookDelivery', {
    input: ofUser.extend({ deliveryId: id }),
    output: webhookDelivery,
  }),
  /**
   * Redelivers the finished webhooks of a time range with their ids, oldest first, up to a hundred a second. Returns their number, at most
   * `MAX_REPLAYED_WEBHOOKS`. A dry run only counts them. The same request within a minute starts no second replay. `not_found`,
   * `validation_failed` for too many, `conflict` while another replay runs or the endpoint is off
   */
  replayWebhookDeliveries: call('auth.replayWebhookDeliveries', {
    input: ofEndpoint.extend(deliveriesReplayBody.shape).refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      message: 'ends before it begins',
      path: ['to'],
    }),
    output: cappedCount,
  }),
};

const webhookAccount = z.object({
  userId: id,
  /** Rises with each change of the account. */
  version: z.number(),
  /** True if the account has an enabled endpoint. */
  isActive: z.boolean(),
});
export type WebhookAccount = z.infer<typeof webhookAccount>;

export const webhookEventContracts = {
  /** An endpoint was added, removed or switched. Generation publishes changes of requests of active accounts only. */
  webhookAccountChanged: event('auth.webhookAccountChanged', ['generation'], webhookAccount),
};
