import { createHmac } from 'node:crypto';
import { currentProcess } from './simulated-process';
import type { World } from './world';

export const RAZORPAY = {
  keyId: 'rzp_simulated',
  keySecret: 'key-secret',
  formerKeySecrets: [] as string[],
  webhookSecret: 'webhook-secret',
};

interface Order {
  id: string;
  receipt: string;
  amount: number;
  currency: string;
}

export interface Payment {
  id: string;
  order_id: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'captured';
}

export interface Refund {
  id: string;
  payment_id: string;
  amount: number;
  receipt: string;
  status: 'pending' | 'processed';
}

interface Request {
  method: string;
  path: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  key: string | undefined;
}

/** The highest rates of its faults. */
const FAULTS = { error: 0.3, 'lost answer': 0.3, 'lost webhook': 0.9, 'repeated webhook': 0.5, 'refused refund': 0.5 };
type Fault = keyof typeof FAULTS;
const SHARE_OF_FAULTS = 0.5;
const PROCESSED_AFTER_MS = { least: 500, most: 6_000 };

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** The vendor of payments, as its documentation describes it. It keeps its books when our processes crash. */
export class SimulatedRazorpay {
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  /** Receives webhooks. */
  onWebhook: (webhook: { rawBody: string; signature: string; eventId: string }) => void = () => undefined;
  private readonly orders: Order[] = [];
  /** What each idempotency key of a refund was answered with; null for a refusal. */
  private readonly keys = new Map<string, Refund | null>();
  private readonly rates: Record<string, number>;
  private readonly realFetch = globalThis.fetch;
  private webhooks = 0;
  private areFaultsOver = false;

  constructor(private readonly world: World) {
    const { random } = world;
    const rates = Object.entries(FAULTS).map(([fault, most]) => [
      fault,
      random.chance(SHARE_OF_FAULTS) ? random.next() * most : 0,
    ]);
    this.rates = Object.fromEntries(rates) as Record<string, number>;
  }

  /** From now on, requests of simulated processes come here. */
  install(): void {
    globalThis.fetch = (url, init) =>
      currentProcess() ? this.respond(new URL(String(url)), init!) : this.realFetch(url, init);
  }

  uninstall(): void {
    globalThis.fetch = this.realFetch;
  }

  endFaults(): void {
    this.areFaultsOver = true;
  }

  /** A payer completes a checkout. @returns what the checkout tells the page */
  pay(orderId: string): { razorpayPaymentId: string; signature: string } {
    const order = this.orders.find(({ id }) => id === orderId)!;
    const { amount, currency } = order;
    const id = `pay_${this.payments.length + 1}`;
    const payment = { id, order_id: orderId, amount, amount_refunded: 0, currency, status: 'captured' } as const;
    this.payments.push(payment);
    this.world.log('razorpay', `${id} of ${amount} paise is captured for ${orderId}`);
    this.tell('payment.captured', { payment: { entity: payment } });
    return { razorpayPaymentId: id, signature: sign(RAZORPAY.keySecret, `${orderId}|${id}`) };
  }

  private happens(fault: Fault): boolean {
    const { random } = this.world;
    return !this.areFaultsOver && random.chance(this.rates[fault]!) && this.world.includes(`fault: Razorpay, ${fault}`);
  }

  private respond(url: URL, { method, body, headers }: RequestInit): Promise<Response> {
    const request = {
      method: method!,
      path: url.pathname.split('/').slice(2),
      query: url.searchParams,
      body: JSON.parse(String(body ?? '{}')) as Record<string, unknown>,
      key: (headers as Record<string, string>)['x-refund-idempotency'],
    };
    const label = `razorpay: ${request.method} ${request.path.join('/')}`;
    return this.world.operation(
      label,
      () => {
        if (this.happens('error')) return answer(500, { error: { description: 'Server error' } });
        const { status, result } = this.handle(request);
        this.world.log('razorpay', `${label}: ${status} ${JSON.stringify(result)}`);
        if (this.happens('lost answer')) throw new TypeError('fetch failed');
        return answer(status, result);
      },
      { delayMs: this.world.random.int(0, 50), isSent: request.method === 'POST' },
    );
  }

  private handle({ method, path, query, body, key }: Request): { status: number; result: unknown } {
    const [collection, id, detail] = path;
    const ok = (result: unknown) => ({ status: 200, result });
    const items = (found: unknown[]) => ok({ items: found });
    switch (`${method} ${collection} ${detail ?? ''}`.trim()) {
      case 'POST orders':
        return ok(this.createOrder(body as unknown as Order));
      case 'GET orders':
        return items(this.orders.filter(({ receipt }) => receipt === query.get('receipt')));
      case 'GET orders payments':
        return items(this.payments.filter(({ order_id }) => order_id === id));
      case 'GET payments':
        if (id === undefined) return items(this.payments);
        return ok(this.payments.find((payment) => payment.id === id));
      case 'GET payments refunds':
        return items(this.refunds.filter(({ payment_id }) => payment_id === id));
      case 'GET refunds':
        return ok(this.refunds.find((refund) => refund.id === id));
      case 'POST payments refund':
        return this.refund(id!, body as unknown as Refund, key!);
      default:
        throw new Error(`Razorpay does not simulate ${method} ${path.join('/')}`);
    }
  }

  private createOrder({ receipt, amount, currency }: Order): Order {
    const order = { id: `order_${this.orders.length + 1}`, receipt, amount, currency };
    this.orders.push(order);
    return order;
  }

  private refund(paymentId: string, { amount, receipt }: Refund, key: string): { status: number; result: unknown } {
    const known = this.keys.get(key);
    if (known) return { status: 200, result: known };
    const payment = this.payments.find(({ id }) => id === paymentId)!;
    const isTooMuch = payment.amount_refunded + amount > payment.amount;
    if (known === null || isTooMuch || this.happens('refused refund')) {
      this.keys.set(key, null);
      return { status: 400, result: { error: { description: isTooMuch ? 'Fully refunded' : 'Balance too low' } } };
    }
    const id = `rfnd_${this.refunds.length + 1}`;
    const refund: Refund = { id, payment_id: paymentId, amount, receipt, status: 'pending' };
    payment.amount_refunded += amount;
    this.refunds.push(refund);
    this.keys.set(key, refund);
    const afterMs = this.world.random.int(PROCESSED_AFTER_MS.least, PROCESSED_AFTER_MS.most);
    this.world.after(afterMs, `${id} is processed`, () => {
      refund.status = 'processed';
      this.tell('refund.processed', { refund: { entity: refund }, payment: { entity: payment } });
    });
    return { status: 200, result: refund };
  }

  private tell(event: string, payload: object): void {
    const { random } = this.world;
    const eventId = `event_${(this.webhooks += 1)}`;
    const text = JSON.stringify({ event, payload });
    const webhook = {
      rawBody: Buffer.from(text).toString('base64'),
      signature: sign(RAZORPAY.webhookSecret, text),
      eventId,
    };
    const times = this.happens('lost webhook') ? 0 : this.happens('repeated webhook') ? 2 : 1;
    for (let n = 0; n < times; n += 1)
      this.world.after(random.int(0, 3_000), `webhook ${eventId}`, () => this.onWebhook(webhook));
  }
}

function answer(status: number, result: unknown): Response {
  const text = JSON.stringify(result);
  return { ok: status === 200, status, text: () => Promise.resolve(text) } as unknown as Response;
}
