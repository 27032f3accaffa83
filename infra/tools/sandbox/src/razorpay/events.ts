import { createHmac } from 'node:crypto';
import { razorpayEventId } from '../ids';
import { doublingDelays, type Message, type WebhookSender } from '../webhooks';
import { publicOrder, unixNow, type Dispute, type Payment, type Refund, type StoredOrder } from './entities';

/** Razorpay retries for a day. */
const RETRIES = { retryDelaysMs: doublingDelays(1_000, 16), timeoutMs: 5_000 };

export interface RazorpayEvent {
  event: string;
  payload: { payment?: Payment; order?: StoredOrder; refund?: Refund; dispute?: Dispute };
}

export type WebhookMode =
  | { name: 'normal' | 'none' | 'duplicate' | 'reordered' }
  /** Sent with this delay. */
  | { name: 'late'; seconds: number };

/** Hex HMAC-SHA256 of a webhook's raw body, or of checkout's `order_id|payment_id`. */
export function hexSignature(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Sends signed webhooks of payment events. The body contains the state at the time of the event. */
export class RazorpayEvents {
  private url: string | null;

  constructor(
    private readonly sender: WebhookSender,
    private readonly webhookSecret: string,
    url: string | undefined,
  ) {
    this.url = url ?? null;
    sender.addSource('razorpay', { ...RETRIES, defaultUrl: () => this.url });
  }

  setUrl(url: string | null): void {
    this.url = url;
  }

  emit(events: RazorpayEvent[], mode: WebhookMode = { name: 'normal' }): void {
    if (mode.name === 'none') return;
    const messages = events.map((event) => this.message(event));
    if (mode.name === 'reordered') messages.reverse();
    this.sender.send('razorpay', messages, {
      duplicate: mode.name === 'duplicate',
      delayMs: mode.name === 'late' ? mode.seconds * 1000 : 0,
    });
  }

  private message({ event, payload: { payment, order, refund, dispute } }: RazorpayEvent): Message {
    const payload = {
      ...(payment && { payment: { entity: payment } }),
      ...(order && { order: { entity: publicOrder(order) } }),
      ...(refund && { refund: { entity: refund } }),
      ...(dispute && { dispute: { entity: dispute } }),
    };
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_LuitSandbox0001',
      event,
      contains: Object.keys(payload),
      payload,
      created_at: unixNow(),
    });
    // Signed once: after a rotation of the secret, retries keep the signature of the old one.
    const signature = hexSignature(this.webhookSecret, body);
    return {
      url: null,
      body,
      headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': razorpayEventId() },
    };
  }
}
