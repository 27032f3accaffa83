import { createHmac } from 'node:crypto';
import { webhookMessageId } from '../ids';
import type { Delivery, WebhookSender } from '../webhooks';
import { publicPrediction, type Prediction, type WebhookEvent } from './prediction';

const defaultEvents: readonly WebhookEvent[] = ['output', 'completed'];
const throttleMs = 500;

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
    sender.addSource('replicate', { sign: (delivery) => signedNow(delivery, secret) });
  }

  /** Posts the prediction as it now is. Output and logs go at most every 500 ms, start and completed always. */
  emit(event: WebhookEvent, prediction: Prediction): void {
    const { id, webhook, steering } = prediction;
    if (!webhook || steering.webhooks === 'none') return;
    if (!(prediction.webhookEvents ?? defaultEvents).includes(event)) return;
    const isThrottled = event === 'logs' || event === 'output';
    if (isThrottled && Date.now() - (this.lastSent.get(id) ?? 0) < throttleMs) return;
    if (isThrottled) this.lastSent.set(id, Date.now());
    if (event === 'completed') this.lastSent.delete(id);
    const message = {
      url: webhook,
      headers: { 'webhook-id': webhookMessageId() },
      body: JSON.stringify(publicPrediction(prediction)),
    };
    this.sender.send('replicate', [message], { duplicate: steering.webhooks === 'twice' });
  }
}

/** Receivers refuse timestamps older than 5 minutes, so each attempt is signed anew; the id stays. */
function signedNow({ headers, body }: Delivery, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = webhookSignature(secret, headers['webhook-id'] ?? '', timestamp, body);
  return { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}
