import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Balance, Restoration, Video } from './resources';

/** The balance no longer covers another request like the latest one. */
export interface LowBalance {
  object: 'balance';
  available: number;
  last_request_credits: number;
}

/** Nothing is left of the budget of an API key, or it did not cover a request. */
export interface ExhaustedBudget {
  /** Id of the key. */
  id: string;
  object: 'api_key';
  name: string;
  /** Whether it is a test key. */
  test: boolean;
  /** `month` is the calendar month in IST. */
  period: 'month' | 'total';
  budget: NonNullable<Balance['budget']>;
}

type Change = 'queued' | 'in_progress' | 'completed' | 'failed' | 'canceled';

/** `timestamp` is in ISO 8601. The same event may arrive more than once, under the same header `webhook-id`. */
export type WebhookEvent =
  | { type: `video.${Change}`; timestamp: string; data: Video }
  | { type: `restoration.${Change}`; timestamp: string; data: Restoration }
  | { type: 'credits.low'; timestamp: string; data: LowBalance }
  | { type: 'key.budget_exhausted'; timestamp: string; data: ExhaustedBudget }
  | { type: 'webhook.test'; timestamp: string; data: { endpoint_id: string } };

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Returns the event of a webhook whose signature is valid (Standard Webhooks 1.0).
 *
 * @param body as it was received, because the signature covers its bytes
 * @param secret of the endpoint, `whsec_…`. While it is rotated, webhooks are signed with the previous one as well
 * @throws WebhookVerificationError if the signature is missing or not valid, or the timestamp is more than five minutes off
 */
export function verifyWebhook(
  body: string | Buffer,
  headers: Headers | IncomingHttpHeaders,
  secret: string,
): WebhookEvent {
  const valueOf = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const signed = Object.fromEntries(HEADERS.map((name) => [name, String(valueOf(name) ?? '')]));
  return new Webhook(secret).verify(body, signed) as WebhookEvent;
}
