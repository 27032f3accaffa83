import type { Session } from '@luit/contracts/auth/sessions';
import type { Balance } from '@luit/contracts/billing/balances';
import type { PaymentOrder } from '@luit/contracts/billing/orders';
import type { PaymentVerification } from '@luit/contracts/billing/payments';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import type { FailureBody } from '@luit/contracts/http/failures';
import type { RequestView } from '@luit/contracts/http/requests';
import { randomUUID } from 'node:crypto';

export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature?: string;
}

/** A response with an error status. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: Partial<FailureBody>,
    readonly retryAfter: string | null,
  ) {
    super(`${status} ${body.code ?? ''} ${body.message ?? ''}`.trim());
    this.name = 'ApiError';
  }
}

/** A client of Luit's public API, acting as a creator. */
export class LuitClient {
  session?: Session;
  /** Identifies this client as a device from which its account has signed in. */
  private device?: string;

  constructor(
    private readonly api: string,
    private readonly sandbox: string,
  ) {}

  async signUp(account: { email: string; password: string; name: string }): Promise<void> {
    await this.post('/api/auth/signup', account);
  }

  async confirm(token: string): Promise<void> {
    await this.post('/api/auth/confirm', { token });
  }

  async signIn(email: string, password: string): Promise<Session> {
    this.session = await this.post<Session>('/api/auth/signin', { email, password });
    return this.session;
  }

  /** Renews the session with its refresh token. */
  async refresh(): Promise<void> {
    const refresh_token = this.session?.refresh_token;
    this.session = await this.post<Session>('/api/auth/refresh', { refresh_token });
  }

  async balance(): Promise<Balance> {
    return this.get('/api/credits/balance');
  }

  async transactions(): Promise<CreditTransaction[]> {
    return (await this.get<{ transactions: CreditTransaction[] }>('/api/credits/transactions')).transactions;
  }

  async orderPack(packId: string): Promise<PaymentOrder> {
    return this.post(
      '/api/payments/order',
      { planId: packId, prompt: 'Credit Pack', currency: 'INR' },
      { 'idempotency-key': randomUUID() },
    );
  }

  /** Completes the checkout modal through the sandbox. */
  async checkout(orderId: string, outcome = 'success', webhooks = 'normal'): Promise<CheckoutResult> {
    return this.request('POST', `${this.sandbox}/control/checkout`, { order_id: orderId, outcome, webhooks });
  }

  async verify(result: CheckoutResult): Promise<PaymentVerification> {
    return this.post('/api/payments/verify', result);
  }

  /** Orders a pack, pays for it, and verifies the payment. */
  async buyPack(packId: string): Promise<PaymentVerification> {
    const order = await this.orderPack(packId);
    return this.verify(await this.checkout(order.razorpayOrderId));
  }

  async generate(prompt: string, idempotencyKey: string = randomUUID(), headers = {}): Promise<string> {
    const answer = await this.post<{ request_id: string }>(
      '/api/generate',
      { prompt, duration: 5, planId: '5s-480p' },
      { ...headers, 'idempotency-key': idempotencyKey },
    );
    return answer.request_id;
  }

  /** Submits a form with an image, as the image pages do. */
  async upload(
    path: string,
    fields: Record<string, string>,
    image: Buffer,
    idempotencyKey: string,
  ): Promise<{ request_id: string }> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'photo.png');
    return this.request('POST', this.api + path, form, { 'idempotency-key': idempotencyKey });
  }

  async getRequest(id: string): Promise<RequestView> {
    return (await this.get<{ request: RequestView }>(`/api/requests/${id}`)).request;
  }

  async download(id: string): Promise<{ fileName: string; bytes: Buffer }> {
    const response = await fetch(`${this.api}/api/download/${id}`, { headers: this.headers() });
    if (!response.ok) throw await toApiError(response);
    const disposition = response.headers.get('content-disposition') ?? '';
    return {
      fileName: /filename="([^"]+)"/.exec(disposition)?.[1] ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  async get<T>(path: string): Promise<T> {
    return this.request('GET', this.api + path);
  }

  async post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.request('POST', this.api + path, body, headers);
  }

  async put<T>(path: string, body: unknown): Promise<T> {
    return this.request('PUT', this.api + path, body);
  }

  private async request<T>(method: string, url: string, body?: unknown, headers = {}): Promise<T> {
    const isForm = body instanceof FormData;
    const type: Record<string, string> = body && !isForm ? { 'content-type': 'application/json' } : {};
    const response = await fetch(url, {
      method,
      headers: { ...this.headers(), ...type, ...headers },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
    });
    if (!response.ok) throw await toApiError(response);
    this.device = response.headers.get('x-device') ?? this.device;
    return (await response.json()) as T;
  }

  private headers(): Record<string, string> {
    const token = this.session?.access_token;
    return {
      'x-client': 'token',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(this.device ? { 'x-device': this.device } : {}),
    };
  }
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: Partial<FailureBody>;
  try {
    body = JSON.parse(text) as FailureBody;
  } catch {
    body = { message: text.slice(0, 200) };
  }
  return new ApiError(response.status, body, response.headers.get('retry-after'));
}
