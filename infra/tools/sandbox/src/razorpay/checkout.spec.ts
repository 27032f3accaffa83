import { createContext, runInContext } from 'node:vm';
import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';

let sandbox: RunningSandbox;
let client: SandboxClient;
let construct: (options: unknown) => { on: unknown; open: unknown; close: unknown };

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false });
  client = sandboxClient(sandbox);
  const response = await fetch(`${sandbox.url}/razorpay/checkout.js`);
  expect(response.headers.get('content-type')).toContain('javascript');
  const window: { Razorpay?: new (options: unknown) => ReturnType<typeof construct> } = {};
  const context = createContext({ window, document: { currentScript: { src: response.url } }, URL });
  runInContext(await response.text(), context);
  construct = (options) => new window.Razorpay!(options);
});
afterAll(() => sandbox.close());

describe('checkout.js', () => {
  it('has the methods of the real one', () => {
    const checkout = construct({ key: 'rzp_test_sandbox', order_id: 'order_1', name: 'Luit' });
    for (const method of ['open', 'close', 'on'] as const) expect(typeof checkout[method]).toBe('function');
  });

  it.each([
    ['nothing', undefined, 'Invalid options'],
    ['null', null, 'Invalid options'],
    ['text', 'rzp_test_sandbox', 'Invalid options'],
    ['no key', {}, 'No key passed'],
    ['an empty key', { key: '' }, 'No key passed'],
    ['16 notes', { key: 'k', notes: { ...Array.from({ length: 16 }, String) } }, 'At most 15 notes are allowed'],
  ])('rejects %s', (_case, options, message) => {
    expect(() => construct(options)).toThrow(message);
  });
});

describe('the routes of the modal', () => {
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${sandbox.url}/razorpay/checkout${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { origin: 'http://shop.example', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as { error?: object } };
  };
  const key_id = 'rzp_test_sandbox';
  const newOrder = async () =>
    String((await client.razorpay('POST', '/orders', { amount: 49900, currency: 'INR' })).body.id);

  it('allow any origin', async () => {
    const preflight = await fetch(`${sandbox.url}/razorpay/checkout/orders/x/payments`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
    const { headers, body } = await ask(`/orders/${await newOrder()}?key_id=${key_id}`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({ amount: 49900, status: 'created' });
  });

  it('require the key of this account', async () => {
    expect((await ask(`/orders/${await newOrder()}?key_id=rzp_test_other`)).status).toBe(401);
    expect((await ask(`/orders/${await newOrder()}/payments`, { outcome: 'success' })).status).toBe(400);
  });

  it('record the payer’s details and reject a second payment', async () => {
    const id = await newOrder();
    const details = { method: 'card', email: 'asha@example.com', contact: '+919876543210', notes: { a: 'b' } };
    const { body } = await ask(`/orders/${id}/payments`, { key_id, outcome: 'success', ...details });
    expect(body).toMatchObject({ razorpay_order_id: id, razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { body: payments } = await client.razorpay('GET', `/orders/${id}/payments`);
    expect(payments).toMatchObject({ items: [{ status: 'captured', ...details }] });
    const again = await ask(`/orders/${id}/payments`, { key_id, outcome: 'success' });
    expect(again).toMatchObject({ status: 400, body: { error: { description: 'Order already paid' } } });
  });

  it('report a decline in the format of payment.failed', async () => {
    const id = await newOrder();
    const { body } = await ask(`/orders/${id}/payments`, { key_id, outcome: 'failure' });
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id: id, payment_id: expect.stringMatching(/^pay_/) },
    });
  });
});
