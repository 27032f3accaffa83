import type { Balance, Image, Restoration, Video } from './resources';

/** The balance no longer covers another request like the latest one. */
export interface LowBalance {
  object: 'balance';
  available: number;
  last_request_credits: number;
}

/** The budget of an API key is used up, or did not cover a request. */
export interface ExhaustedBudget {
  /** Id of the key. */
  id: string;
  object: 'api_key';
  name: string;
  /** True for a test key. */
  test: boolean;
  /** `month` is the calendar month in IST. */
  period: 'month' | 'total';
  budget: NonNullable<Balance['budget']>;
}

/** A model will retire. */
export interface DeprecatedModel {
  id: string;
  object: 'model';
  name: string;
  /** ISO 8601. */
  deprecated_at: string;
  /** When requests for it are refused with `model_retired`, in ISO 8601. */
  ends_at: string;
  /** Id of the model to use instead; null if none is named. */
  replacement: string | null;
}

type Change = 'queued' | 'in_progress' | 'completed' | 'failed' | 'canceled';

/** `timestamp` is in ISO 8601. The same event may arrive more than once, under the same header `webhook-id`. */
export type WebhookEvent =
  | { type: `video.${Change}`; timestamp: string; data: Video }
  | { type: `image.${Change}`; timestamp: string; data: Image }
  | { type: `restoration.${Change}`; timestamp: string; data: Restoration }
  | { type: 'credits.low'; timestamp: string; data: LowBalance }
  | { type: 'key.budget_exhausted'; timestamp: string; data: ExhaustedBudget }
  | { type: 'model.deprecated'; timestamp: string; data: DeprecatedModel }
  | { type: 'webhook.test'; timestamp: string; data: { endpoint_id: string } };

const PREFIX = 'whsec_';
/** How far a timestamp may be off. */
const TOLERANCE_SECONDS = 5 * 60;

/** A webhook is not from Luit, or is too old. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

/**
 * Verifies the signature of a webhook and returns its event (Standard Webhooks 1.0).
 *
 * @param body as it was received, because the signature covers its bytes
 * @param secret of the endpoint, `whsec_…`. While it is rotated, webhooks are signed with the previous one as well
 * @throws WebhookVerificationError if the signature is missing or not valid, or the timestamp is more than five minutes off
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<WebhookEvent> {
  const valueOf = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, timestamp, signatures] = [
    valueOf('webhook-id'),
    valueOf('webhook-timestamp'),
    valueOf('webhook-signature'),
  ];
  if (!id || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing');
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookVerificationError('The timestamp of the webhook is missing or more than five minutes off');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(PREFIX, '')), algorithm, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const [version, encoded = ''] = signature.split(',', 2);
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(encoded), signed))) {
      return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError('The signature of the webhook is not valid');
}

/** @throws WebhookVerificationError for text that is not base64 */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookVerificationError('The secret or the signature of the webhook is not valid');
  }
}
