import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_OFF_REASONS } from '@luit/contracts/auth/webhook-limits';
import type { WebhookDelivery, WebhookEndpoint } from '@luit/contracts/auth/webhooks';
import { unixSeconds } from '@luit/contracts/http/request-facts';
import { z } from 'zod';
import { named } from '../../http/requests/api-schemas';

export const publicWebhookEndpoint = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** Why and since when nothing is delivered; null while it is enabled. Times are Unix seconds. */
  disabled: z.object({ reason: z.enum(WEBHOOK_OFF_REASONS), at: z.number() }).nullable(),
  /** Since when every attempt has failed; null after a success. */
  failing_since: z.number().nullable(),
  /** Error of the last attempt; null after a success. */
  last_error: z.string().nullable(),
  last_delivered_at: z.number().nullable(),
  /** Until when messages are also signed with the previous secret; null if there is none. */
  previous_secret_expires_at: z.number().nullable(),
  created_at: z.number(),
});
named(publicWebhookEndpoint, 'WebhookEndpoint', 'Where events are sent to.');
export type PublicWebhookEndpoint = z.infer<typeof publicWebhookEndpoint>;

export const issuedWebhookEndpoint = publicWebhookEndpoint.extend({
  /** Verifies signatures, `whsec_…`; no later response contains it. */
  secret: z.string(),
});
named(issuedWebhookEndpoint, 'IssuedWebhookEndpoint', 'An endpoint with its new secret.');

export const publicWebhookDelivery = z.object({
  /** Sent as the header `webhook-id`. */
  id: z.string(),
  object: z.literal('webhook_delivery'),
  type: z.string(),
  /** The video or restoration, or the notice about credits or a key; null for a test. */
  subject_id: z.string().nullable(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number(),
  created_at: z.number(),
  /** Null once it was delivered or has failed. */
  next_attempt_at: z.number().nullable(),
  /** The JSON text that is sent. */
  body: z.string(),
  /** Null before the first attempt. */
  last_attempt: z
    .object({
      at: z.number(),
      /** Null without a response. */
      status: z.number().nullable(),
      duration_ms: z.number(),
      /** Why it counts as failed; null after a success. */
      error: z.string().nullable(),
      /** The beginning of the response. */
      response: z.string(),
    })
    .nullable(),
});
named(publicWebhookDelivery, 'WebhookDelivery', 'An event that was or will be sent to an endpoint.');
export type PublicWebhookDelivery = z.infer<typeof publicWebhookDelivery>;

export function toPublicEndpoint(endpoint: WebhookEndpoint): PublicWebhookEndpoint {
  const { id, url, events, off } = endpoint;
  return {
    ...{ id, object: 'webhook_endpoint', url, events, enabled: off === null },
    disabled: off && { reason: off.reason, at: unixSeconds(off.at) },
    failing_since: secondsOf(endpoint.failingSince),
    last_error: endpoint.lastError,
    last_delivered_at: secondsOf(endpoint.deliveredAt),
    previous_secret_expires_at: secondsOf(endpoint.previousSecretExpiresAt),
    created_at: unixSeconds(endpoint.createdAt),
  };
}

export function toPublicDelivery(delivery: WebhookDelivery): PublicWebhookDelivery {
  const { id, type, subject, state, attempts, body, lastAttempt } = delivery;
  return {
    ...{ id, object: 'webhook_delivery', type, subject_id: subject, state, attempts, body },
    created_at: unixSeconds(delivery.createdAt),
    next_attempt_at: secondsOf(delivery.nextAttemptAt),
    last_attempt: lastAttempt && {
      at: unixSeconds(lastAttempt.at),
      status: lastAttempt.status,
      duration_ms: lastAttempt.durationMs,
      error: lastAttempt.error,
      response: lastAttempt.response,
    },
  };
}

function secondsOf(timestamp: string | null): number | null {
  return timestamp === null ? null : unixSeconds(timestamp);
}
