import { createHmac } from 'node:crypto';
import { webhookMessageId } from '../ids';
import { type Delivery, doublingDelays, type WebhookSender } from '../webhooks';
import { publicPrediction, type Prediction, type WebhookEvent } from './prediction';

const defaultEvents: readonly WebhookEvent[] = ['output', 'completed'];
const throttleMs = 500;
/** The last retry is sent about a minute after the end of the prediction. */
const RETRIES = { retryDelaysMs: doublingDelays(1_000, 6), timeoutMs: 5_000 };

/** Base64 HMAC-SHA256 over `id.timestamp.body`; the key is the base64 after `whsec_`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

export class ReplicateEvents {
  private readonly lastSent = new Map<string, number>();

  constructor(
    private readonly sender: WebhookSender,
    secret: string,
  ) {
    sender.addSource('replicate', { ...RETRIES, sign: (delivery) => signedNow(delivery, secret) });
  }

  /** Posts the prediction's current state, and only its end again if it was not received. Output and logs events are throttled to one per 500 ms. */
  emit(event: WebhookEvent, prediction: Prediction): void {
    const { id, webhook, directives } = prediction;
    if (!webhook || directives.webhooks === 'none') return;
    if (!(prediction.webhookEvents ?? defaultEvents).includes(event)) return;
    const isThrottled = event === 'logs' || event === 'output';
    if (isThrottled && Date.now() - (this.lastSent.get(id) ?? 0) < throttleMs) return;
    if (isThrottled) this.lastSent.set(id, Date.now());
    if (event === 'completed') this.lastSent.delete(id);
    const message = {
      url: webhook,
      headers: { 'webhook-id': webhookMessageId() },
      body: JSON.stringify(publicPrediction(prediction)),
      isSentOnce: event !== 'completed',
    };
    this.sender.send('replicate', [message], { duplicate: directives.webhooks === 'twice' });
  }
}

/** Receivers reject timestamps older than 5 minutes, so each attempt gets a new signature with the same id. */
function signedNow({ headers, body }: Delivery, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = webhookSignature(secret, headers['webhook-id'] ?? '', timestamp, body);
  return { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}
