import { randomUUID } from 'node:crypto';
import type { TestCluster } from '../test-cluster';

interface Checkout {
  order_id: string;
  /** Paise; the order's amount by default. */
  amount?: number;
}

/** Payments and refunds that happen at Razorpay without Luit. */
export class RazorpayDashboard {
  constructor(private readonly cluster: TestCluster) {}

  /** Pays an order without sending webhooks, and returns the payment's id. */
  async pay(order: Checkout): Promise<string> {
    const path = `${this.cluster.stack.sandbox}/control/checkout`;
    const paid = await post<{ razorpay_payment_id: string }>(path, { ...order, outcome: 'success', webhooks: 'none' });
    return paid.razorpay_payment_id;
  }

  /** Refunds a payment in full. */
  async refund(paymentId: string): Promise<void> {
    await post(`${this.cluster.stack.sandbox}/control/refund`, { payment_id: paymentId });
  }

  /** The payer's bank claims a payment back. @returns the id of the dispute */
  async dispute(payment_id: string): Promise<string> {
    return (await post<{ id: string }>(`${this.cluster.stack.sandbox}/control/dispute`, { payment_id })).id;
  }

  /** The bank decides a dispute for the merchant. */
  async winDispute(id: string): Promise<void> {
    await post(`${this.cluster.stack.sandbox}/control/dispute/${id}`, { status: 'won' });
  }

  /** The ids of all payments, of which there are at most a hundred. */
  async paymentIds(): Promise<string[]> {
    const { RAZORPAY_API_URL } = this.cluster.running.environmentOf('billing');
    const response = await fetch(`${RAZORPAY_API_URL}/v1/payments?count=100`, { headers: this.authorization });
    const { items } = (await response.json()) as { items: { id: string }[] };
    return items.map(({ id }) => id);
  }

  /** Creates an order that only Razorpay knows, of a buyer that Luit does not know, as after restoring an old backup. */
  async createOrderOfUnknownBuyer(): Promise<string> {
    const { RAZORPAY_API_URL } = this.cluster.running.environmentOf('billing');
    const order = {
      amount: 9_900,
      currency: 'INR',
      receipt: randomUUID().replaceAll('-', ''),
      payment: { capture: 'automatic' },
      notes: { user_id: randomUUID(), pack_id: 'starter', pack_name: 'Starter Pack', credits: '100' },
    };
    return (await post<{ id: string }>(`${RAZORPAY_API_URL}/v1/orders`, order, this.authorization)).id;
  }

  private get authorization(): Record<string, string> {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = this.cluster.running.environmentOf('billing');
    const keys = Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`).toString('base64');
    return { authorization: `Basic ${keys}` };
  }
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
