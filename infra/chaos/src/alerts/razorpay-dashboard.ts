import { randomUUID } from 'node:crypto';
import type { TestCluster } from '../test-cluster';

interface Checkout {
  order_id: string;
  /** Paise; what the order is of where absent. */
  amount?: number;
}

/** What happens at Razorpay without us: people pay, the merchant gives back in the dashboard. */
export class RazorpayDashboard {
  constructor(private readonly cluster: TestCluster) {}

  /** Pays an order and lets no webhook tell of it; answers the payment's id. */
  async pay(order: Checkout): Promise<string> {
    const path = `${this.cluster.stack.sandbox}/control/checkout`;
    const paid = await post<{ razorpay_payment_id: string }>(path, { ...order, outcome: 'success', webhooks: 'none' });
    return paid.razorpay_payment_id;
  }

  /** Gives all of a payment back. */
  async refund(paymentId: string): Promise<void> {
    await post(`${this.cluster.stack.sandbox}/control/refund`, { payment_id: paymentId });
  }

  /** An order of ours that only Razorpay knows, and whose buyer nobody here does: our database is older than both. */
  async createOrderOfUnknownBuyer(): Promise<string> {
    const { RAZORPAY_API_URL, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = this.cluster.running.environmentOf('billing');
    const keys = Buffer.from(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`).toString('base64');
    const order = {
      amount: 9_900,
      currency: 'INR',
      receipt: randomUUID().replaceAll('-', ''),
      payment: { capture: 'automatic' },
      notes: { user_id: randomUUID(), pack_id: 'starter', pack_name: 'Starter Pack', credits: '100' },
    };
    return (await post<{ id: string }>(`${RAZORPAY_API_URL}/v1/orders`, order, { authorization: `Basic ${keys}` })).id;
  }
}

async function post<T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
