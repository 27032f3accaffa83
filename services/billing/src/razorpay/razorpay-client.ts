import { inSpan } from '@luit/platform/tracing/tracing';
import { Logger } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { RazorpayConfig } from '../config';
import { fromSdk, notConfigured, RazorpayError } from './razorpay.errors';
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

const razorpayOrder = z.object({
  id: z.string(),
  receipt: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
});

const orderWithNotes = razorpayOrder.extend({
  /** Without any, Razorpay gives an empty list. */
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

/** What the SDK's constructor does not let one set. */
interface SdkInternals {
  api: {
    rq: {
      defaults: { baseURL: string; timeout: number };
      post(path: string, body: string, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
    };
  };
}

/** The most that Razorpay gives in one list. */
const MOST_PER_PAGE = 100;

/** The one place that talks to Razorpay. Every method throws RazorpayError; questions are asked twice, orders and refunds
 * are not. */
export class RazorpayClient {
  private readonly log = new Logger(RazorpayClient.name);
  private readonly sdk: Razorpay | null;

  constructor(private readonly config: RazorpayConfig) {
    this.sdk = config.credentials && connect(config, config.credentials);
  }

  get checkoutUrl(): string {
    return this.config.checkoutUrl;
  }

  /** @throws LuitError `provider_not_configured` */
  get keyId(): string {
    return this.credentials().keyId;
  }

  createOrder(order: NewRazorpayOrder): Promise<string> {
    // The account's own setting may be manual, and what is only authorised goes back to the payer after five days.
    const body = {
      amount: order.amountPaise,
      currency: order.currency,
      receipt: order.receipt,
      notes: order.notes,
      payment: { capture: 'automatic' as const },
    };
    return this.ask(async (sdk) => read(razorpayOrder, await sdk.orders.create(body)).id);
  }

  /** Orders have no idempotency key at Razorpay; one whose answer was lost is found by its receipt. */
  async findOrder(receipt: string): Promise<string | null> {
    const found = await this.askTwice(async (sdk) =>
      read(z.object({ items: z.array(razorpayOrder) }), await sdk.orders.all({ receipt })),
    );
    return found.items.find((order) => order.receipt === receipt)?.id ?? null;
  }

  order(razorpayOrderId: string): Promise<RazorpayOrder> {
    return this.askTwice(async (sdk) => read(orderWithNotes, await sdk.orders.fetch(razorpayOrderId)));
  }

  paymentsOf(razorpayOrderId: string): Promise<RazorpayPayment[]> {
    return this.askTwice(
      async (sdk) =>
        read(z.object({ items: z.array(razorpayPayment) }), await sdk.orders.fetchPayments(razorpayOrderId)).items,
    );
  }

  /** Payments made since that moment, a page at a time, newest first. */
  async *paymentsSince(since: Date): AsyncGenerator<RazorpayPayment[]> {
    // A fixed end keeps the pages still while new payments come in.
    const [from, to] = [since, new Date()].map((date) => Math.floor(date.getTime() / 1_000));
    for (let skip = 0; ; skip += MOST_PER_PAGE) {
      const { items } = await this.askTwice(async (sdk) =>
        read(
          z.object({ items: z.array(razorpayPayment) }),
          await sdk.payments.all({ from, to, skip, count: MOST_PER_PAGE }),
        ),
      );
      yield items;
      if (items.length < MOST_PER_PAGE) return;
    }
  }

  payment(id: string): Promise<RazorpayPayment> {
    return this.askTwice(async (sdk) => read(razorpayPayment, await sdk.payments.fetch(id)));
  }

  /** Takes authorised money; what somebody else captured meanwhile is answered as it is now. */
  async capture(payment: RazorpayPayment): Promise<RazorpayPayment> {
    try {
      return await this.ask(async (sdk) =>
        read(razorpayPayment, await sdk.payments.capture(payment.id, payment.amount, payment.currency)),
      );
    } catch (error) {
      const now = await this.payment(payment.id);
      if (now.status === 'authorized') throw error;
      return now;
    }
  }

  /**
   * Posts the refund to the byte as it was stored: the same key with the same body never refunds twice. Past the SDK,
   * which lets no header of ours through.
   */
  refund(paymentId: string, body: string, idempotencyKey: string): Promise<RazorpayRefund> {
    return this.ask(async (sdk) => {
      const { rq } = (sdk as unknown as SdkInternals).api;
      const headers = { 'Content-Type': 'application/json', 'X-Refund-Idempotency': idempotencyKey };
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
      return read(razorpayRefund, (await rq.post(path, body, { headers }).catch(rejectAsSdk)).data);
    });
  }

  fetchRefund(razorpayRefundId: string): Promise<RazorpayRefund> {
    return this.askTwice(async (sdk) => read(razorpayRefund, await sdk.refunds.fetch(razorpayRefundId)));
  }

  refundsOf(paymentId: string): Promise<RazorpayRefund[]> {
    return this.askTwice(
      async (sdk) =>
        read(
          z.object({ items: z.array(razorpayRefund) }),
          await sdk.payments.fetchMultipleRefund(paymentId, { count: MOST_PER_PAGE }),
        ).items,
    );
  }

  /** All refunds made since that moment, whoever made them, a page at a time, newest first. */
  async *refundsSince(since: Date): AsyncGenerator<RazorpayRefund[]> {
    const [from, to] = [since, new Date()].map((date) => Math.floor(date.getTime() / 1_000));
    for (let skip = 0; ; skip += MOST_PER_PAGE) {
      const { items } = await this.askTwice(async (sdk) =>
        read(
          z.object({ items: z.array(razorpayRefund) }),
          await sdk.refunds.all({ from, to, skip, count: MOST_PER_PAGE }),
        ),
      );
      yield items;
      if (items.length < MOST_PER_PAGE) return;
    }
  }

  /** All disputes, a page at a time, newest first; Razorpay's list has no dates. */
  async *disputes(): AsyncGenerator<RazorpayDispute[]> {
    for (let skip = 0; ; skip += MOST_PER_PAGE) {
      const { items } = await this.askTwice(async (sdk) =>
        read(z.object({ items: z.array(razorpayDispute) }), await sdk.disputes.all({ skip, count: MOST_PER_PAGE })),
      );
      yield items;
      if (items.length < MOST_PER_PAGE) return;
    }
  }

  isPaymentSigned(razorpayOrderId: string, paymentId: string, signature: string): boolean {
    return isPaymentSigned(this.credentials().keySecret, razorpayOrderId, paymentId, signature);
  }

  isWebhookSigned(rawBody: Buffer, signature: string): boolean {
    return isWebhookSigned(this.config.webhookSecrets, rawBody, signature);
  }

  private credentials(): { keyId: string; keySecret: string } {
    if (this.config.credentials) return this.config.credentials;
    this.log.error({ msg: 'No payment can be taken: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET' });
    throw notConfigured();
  }

  private async askTwice<T>(question: (sdk: Razorpay) => Promise<T>): Promise<T> {
    try {
      return await this.ask(question);
    } catch (error) {
      if (error instanceof RazorpayError && error.failure === 'unknown') return this.ask(question);
      throw error;
    }
  }

  private ask<T>(question: (sdk: Razorpay) => Promise<T>): Promise<T> {
    const traced = { kind: SpanKind.CLIENT, attributes: { 'luit.provider': 'razorpay' } };
    return inSpan('razorpay', traced, () => this.attempt(question));
  }

  private async attempt<T>(question: (sdk: Razorpay) => Promise<T>): Promise<T> {
    if (!this.sdk) this.credentials();
    try {
      return await question(this.sdk as Razorpay);
    } catch (rejection) {
      const error = fromSdk(rejection);
      const hint = error.status === 401 ? 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET do not belong together' : undefined;
      this.log.warn({ msg: 'Razorpay did not do as asked', failure: error.failure, reason: error.message, hint });
      throw error;
    }
  }
}

/** Base URL and time limit are set on the axios instance inside: the SDK has options for neither. */
function connect(config: RazorpayConfig, { keyId, keySecret }: { keyId: string; keySecret: string }): Razorpay {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { defaults } = (sdk as unknown as SdkInternals).api.rq;
  defaults.baseURL = config.apiUrl;
  defaults.timeout = config.timeoutMs;
  return sdk;
}

/** An axios rejection in the shape that the SDK's own calls give it. */
function rejectAsSdk({ response }: { response?: { status: number; data?: { error?: unknown } } }): never {
  throw response ? { statusCode: response.status, error: response.data?.error } : {};
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new RazorpayError('unknown', `an answer that cannot be read: ${z.prettifyError(parsed.error)}`);
}
