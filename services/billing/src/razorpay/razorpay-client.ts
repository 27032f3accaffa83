import type { LuitError } from '@luit/contracts/errors';
import { inSpan } from '@luit/platform/tracing/tracing';
import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { RazorpayConfig, RazorpayCredentials } from '../config';
import { fromSdk, notConfigured, RazorpayError } from './razorpay.errors';
import { RazorpayTransport } from './razorpay-transport';
import { isPaymentSigned, isWebhookSigned } from './signatures';

export const razorpayPayment = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  /** Paise. */
  amount: z.number().int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
});

export type RazorpayPayment = z.infer<typeof razorpayPayment>;

export const razorpayRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  /** Paise. */
  amount: z.number().int(),
  receipt: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
});

export type RazorpayRefund = z.infer<typeof razorpayRefund>;

export const razorpayDispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  /** Paise. */
  amount: z.number().int(),
  amount_deducted: z.number().int(),
  reason_code: z.string(),
  /** Unix seconds. */
  respond_by: z.number().nullish(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.string(),
});

export type RazorpayDispute = z.infer<typeof razorpayDispute>;

const refundedPayment = z.object({
  /** Paise. */
  amount: z.number().int(),
  /** Paise, with pending refunds. */
  amount_refunded: z.number().int(),
});

const razorpayOrder = z.object({
  id: z.string(),
  receipt: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
});

const orderWithNotes = razorpayOrder.extend({
  /** Razorpay returns an empty array instead of an empty object. */
  notes: z.union([z.record(z.string(), z.unknown()), z.tuple([]).transform(() => ({}))]),
});

export type RazorpayOrder = z.infer<typeof orderWithNotes>;

export interface NewRazorpayOrder {
  amountPaise: number;
  currency: string;
  /** At most 40 characters. */
  receipt: string;
  notes: Record<string, string>;
}

interface Connection {
  sdk: Razorpay;
  transport: RazorpayTransport;
}

type Call<T> = (sdk: Razorpay, transport: RazorpayTransport) => Promise<T>;

/** Razorpay's maximum page size. */
const PAGE_SIZE = 100;

/** All requests to Razorpay. Every method throws `RazorpayError`. Reads are retried once; orders and refunds are not. */
export class RazorpayClient {
  private readonly log = new Logger(RazorpayClient.name);
  private readonly connection: Connection | null;

  constructor(private readonly config: RazorpayConfig) {
    this.connection = config.credentials && connect(config, config.credentials);
  }

  get checkoutUrl(): string {
    return this.config.checkoutUrl;
  }

  /** @throws LuitError `provider_not_configured` */
  get keyId(): string {
    return this.credentials().keyId;
  }

  createOrder(order: NewRazorpayOrder): Promise<string> {
    // The account's default may be manual capture, and Razorpay refunds authorized payments after five days.
    const body = {
      amount: order.amountPaise,
      currency: order.currency,
      receipt: order.receipt,
      notes: order.notes,
      payment: { capture: 'automatic' as const },
    };
    return this.request(async (sdk) => parse(razorpayOrder, await sdk.orders.create(body)).id);
  }

  /** Razorpay's orders have no idempotency key. If the response was lost, the order can be found by its receipt. */
  async findOrder(receipt: string): Promise<string | null> {
    const found = await this.requestWithRetry(async (sdk) =>
      parse(z.object({ items: z.array(razorpayOrder) }), await sdk.orders.all({ receipt })),
    );
    return found.items.find((order) => order.receipt === receipt)?.id ?? null;
  }

  fetchOrder(razorpayOrderId: string): Promise<RazorpayOrder> {
    return this.requestWithRetry(async (sdk) => parse(orderWithNotes, await sdk.orders.fetch(razorpayOrderId)));
  }

  listOrderPayments(razorpayOrderId: string): Promise<RazorpayPayment[]> {
    return this.requestWithRetry(
      async (sdk) =>
        parse(z.object({ items: z.array(razorpayPayment) }), await sdk.orders.fetchPayments(razorpayOrderId)).items,
    );
  }

  /** Pages of all payments since that time, newest first. */
  async *listPaymentsSince(since: Date): AsyncGenerator<RazorpayPayment[]> {
    // With a fixed end, new payments do not shift the pages.
    const [from, to] = [since, new Date()].map((date) => Math.floor(date.getTime() / 1_000));
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const { items } = await this.requestWithRetry(async (sdk) =>
        parse(
          z.object({ items: z.array(razorpayPayment) }),
          await sdk.payments.all({ from, to, skip, count: PAGE_SIZE }),
        ),
      );
      yield items;
      if (items.length < PAGE_SIZE) return;
    }
  }

  fetchPayment(id: string): Promise<RazorpayPayment> {
    return this.requestWithRetry(async (sdk) => parse(razorpayPayment, await sdk.payments.fetch(id)));
  }

  /** Captures an authorized payment. If that fails because it was already captured, returns its current state. */
  async capture(payment: RazorpayPayment): Promise<RazorpayPayment> {
    try {
      return await this.request(async (sdk) =>
        parse(razorpayPayment, await sdk.payments.capture(payment.id, payment.amount, payment.currency)),
      );
    } catch (error) {
      const current = await this.fetchPayment(payment.id);
      if (current.status === 'authorized') throw error;
      return current;
    }
  }

  /**
   * Posts the stored body byte for byte: the same idempotency key with the same body never refunds twice. Bypasses the SDK,
   * whose methods take no headers.
   */
  refund(paymentId: string, body: string, idempotencyKey: string): Promise<RazorpayRefund> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
    const headers = { 'x-refund-idempotency': idempotencyKey };
    return this.request(async (_sdk, transport) =>
      parse(razorpayRefund, await transport.send({ method: 'POST', path, body, headers })),
    );
  }

  /** How much of a payment Razorpay can still refund, paise. */
  fetchRefundable(paymentId: string): Promise<number> {
    return this.requestWithRetry(async (sdk) => {
      const { amount, amount_refunded } = parse(refundedPayment, await sdk.payments.fetch(paymentId));
      return amount - amount_refunded;
    });
  }

  fetchRefund(razorpayRefundId: string): Promise<RazorpayRefund> {
    return this.requestWithRetry(async (sdk) => parse(razorpayRefund, await sdk.refunds.fetch(razorpayRefundId)));
  }

  listRefunds(paymentId: string): Promise<RazorpayRefund[]> {
    return this.requestWithRetry(
      async (sdk) =>
        parse(
          z.object({ items: z.array(razorpayRefund) }),
          await sdk.payments.fetchMultipleRefund(paymentId, { count: PAGE_SIZE }),
        ).items,
    );
  }

  /** Pages of all refunds since that time, newest first, including refunds initiated outside Luit. */
  async *listRefundsSince(since: Date): AsyncGenerator<RazorpayRefund[]> {
    const [from, to] = [since, new Date()].map((date) => Math.floor(date.getTime() / 1_000));
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const { items } = await this.requestWithRetry(async (sdk) =>
        parse(
          z.object({ items: z.array(razorpayRefund) }),
          await sdk.refunds.all({ from, to, skip, count: PAGE_SIZE }),
        ),
      );
      yield items;
      if (items.length < PAGE_SIZE) return;
    }
  }

  /** Pages of all disputes, newest first. Razorpay's list cannot be filtered by date. */
  async *listDisputes(): AsyncGenerator<RazorpayDispute[]> {
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const { items } = await this.requestWithRetry(async (sdk) =>
        parse(z.object({ items: z.array(razorpayDispute) }), await sdk.disputes.all({ skip, count: PAGE_SIZE })),
      );
      yield items;
      if (items.length < PAGE_SIZE) return;
    }
  }

  isPaymentSigned(razorpayOrderId: string, paymentId: string, signature: string): boolean {
    const { keySecret, formerKeySecrets } = this.credentials();
    return isPaymentSigned([keySecret, ...formerKeySecrets], razorpayOrderId, paymentId, signature);
  }

  isWebhookSigned(rawBody: Buffer, signature: string): boolean {
    return isWebhookSigned(this.config.webhookSecrets, rawBody, signature);
  }

  private credentials(): RazorpayCredentials {
    if (!this.config.credentials) throw this.notConfigured();
    return this.config.credentials;
  }

  private notConfigured(): LuitError {
    this.log.error({ msg: 'Razorpay is not configured: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET' });
    return notConfigured();
  }

  private async requestWithRetry<T>(call: Call<T>): Promise<T> {
    try {
      return await this.request(call);
    } catch (error) {
      if (error instanceof RazorpayError && error.failure === 'unknown') return this.request(call);
      throw error;
    }
  }

  private request<T>(call: Call<T>): Promise<T> {
    const options = { kind: SpanKind.CLIENT, attributes: { 'luit.provider': 'razorpay' } };
    return inSpan('razorpay', options, () => this.attempt(call));
  }

  private async attempt<T>(call: Call<T>): Promise<T> {
    if (!this.connection) throw this.notConfigured();
    const { sdk, transport } = this.connection;
    try {
      return await call(sdk, transport);
    } catch (rejection) {
      const error = fromSdk(rejection);
      const hint = error.status === 401 ? 'Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET' : undefined;
      this.log.warn({ msg: 'Razorpay request failed', failure: error.failure, reason: error.message, hint });
      throw error;
    }
  }
}

/** The SDK's resources call `get` and `post` of its public `api`, so replacing both makes them use our transport. */
function connect(config: RazorpayConfig, credentials: { keyId: string; keySecret: string }): Connection {
  const transport = new RazorpayTransport(config, credentials);
  const sdk = new Razorpay({ key_id: credentials.keyId, key_secret: credentials.keySecret });
  sdk.api.get = <Query, Response>({ url, data }: { url: string; data?: Query }) =>
    transport.send<Response>({ method: 'GET', path: url, query: data ?? {} });
  sdk.api.post = <Body, Response>({ url, data }: { url: string; data?: Body }) =>
    transport.send<Response>({ method: 'POST', path: url, body: JSON.stringify(data ?? {}) });
  return { sdk, transport };
}

function parse<Schema extends z.ZodType>(schema: Schema, response: unknown): z.output<Schema> {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  throw new RazorpayError('unknown', `Invalid response: ${z.prettifyError(parsed.error)}`);
}
