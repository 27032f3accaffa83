import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false });
  client = sandboxClient(sandbox);
});
afterAll(() => sandbox.close());

const create = (body: unknown) => client.razorpay('POST', '/orders', body);

describe('orders', () => {
  it('are created with the documented fields', async () => {
    const { status, body } = await create({ amount: 49900, currency: 'INR', receipt: 'r-1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 49900,
      amount_paid: 0,
      amount_due: 49900,
      currency: 'INR',
      receipt: 'r-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: [],
      created_at: expect.any(Number),
    });
    expect((await client.razorpay('GET', `/orders/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['no amount', { currency: 'INR' }, 'amount'],
    ['99 paise', { amount: 99, currency: 'INR' }, 'amount'],
    ['a fraction', { amount: 100.5, currency: 'INR' }, 'amount'],
    ['text', { amount: '49900', currency: 'INR' }, 'amount'],
    ['no currency', { amount: 100 }, 'currency'],
    ['a currency it does not take', { amount: 100, currency: 'XYZ' }, 'currency'],
    ['a receipt of 41 characters', { amount: 100, currency: 'INR', receipt: 'r'.repeat(41) }, 'receipt'],
    ['a receipt that is a number', { amount: 100, currency: 'INR', receipt: 7 }, 'receipt'],
    ['16 notes', { amount: 100, currency: 'INR', notes: numbered(16, 'x') }, 'notes'],
    ['a note of 257 characters', { amount: 100, currency: 'INR', notes: { a: 'x'.repeat(257) } }, 'notes'],
    ['a nested note', { amount: 100, currency: 'INR', notes: { a: {} } }, 'notes'],
    ['a capture it does not know', { amount: 100, currency: 'INR', payment: { capture: 'later' } }, 'payment.capture'],
  ])('reject %s', async (_case, input, field) => {
    const { status, body } = await create(input);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      reason: 'input_validation_failed',
      field,
    });
  });

  it('accept values exactly at the limits', async () => {
    const limits = { receipt: 'r'.repeat(40), notes: numbered(15, 'x'.repeat(256)) };
    const { status, body } = await create({ amount: 100, currency: 'INR', ...limits });
    expect(status).toBe(200);
    expect(body).toMatchObject(limits);
  });

  it('use the documented error texts', async () => {
    const long = await create({ amount: 100, currency: 'INR', receipt: 'r'.repeat(41) });
    expect(long.body.error).toMatchObject({ description: 'receipt: the length must be no more than 40.' });
    const small = await create({ amount: 1, currency: 'INR' });
    expect(small.body.error).toMatchObject({ description: 'The amount must be at least INR 1.00' });
  });

  it('reject unknown fields and invalid JSON', async () => {
    const extra = await create({ amount: 100, currency: 'INR', color: 'red' });
    expect(extra).toMatchObject({ status: 400, body: { error: { reason: 'extra_fields_sent' } } });
    const torn = await fetch(`${sandbox.url}/razorpay/v1/orders`, {
      method: 'POST',
      headers: { authorization: basic(sandbox), 'content-type': 'application/json' },
      body: '{"amount":',
    });
    expect(torn.status).toBe(400);
    expect(await torn.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR' } });
  });

  it('reject wrong credentials, unknown ids and unknown paths in the error format', async () => {
    const strangers = { authorization: `Basic ${Buffer.from('rzp_test_sandbox:guess').toString('base64')}` };
    const denied = await client.razorpay('GET', '/orders', undefined, strangers);
    expect(denied).toMatchObject({ status: 401, body: { error: { description: 'Authentication failed' } } });
    const unknown = await client.razorpay('GET', '/orders/order_0000000000000x');
    expect(unknown).toMatchObject({ status: 400, body: { error: { description: 'The id provided does not exist' } } });
    expect((await client.razorpay('GET', '/nothing')).status).toBe(404);
  });

  it('are found by receipt, newest first, within count and skip', async () => {
    const ids: unknown[] = [];
    for (let i = 0; i < 3; i++) ids.push((await create({ amount: 100 + i, currency: 'INR', receipt: 'same' })).body.id);
    const listed = async (query: string) => {
      const { body } = await client.razorpay('GET', `/orders?receipt=same${query}`);
      return { count: body.count, ids: (body.items as { id: string }[]).map(({ id }) => id) };
    };
    expect(await listed('')).toEqual({ count: 3, ids: [...ids].reverse() });
    expect(await listed('&count=1&skip=1')).toEqual({ count: 1, ids: [ids[1]] });
    expect(await listed('&from=9999999999')).toEqual({ count: 0, ids: [] });
    expect(await listed('&to=1')).toEqual({ count: 0, ids: [] });
    expect((await client.razorpay('GET', '/orders?receipt=none')).body).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    });
    expect((await client.razorpay('GET', '/orders?count=101')).status).toBe(400);
  });

  it('allow changes of notes only', async () => {
    const { body: order } = await create({ amount: 100, currency: 'INR' });
    const changed = await client.razorpay('PATCH', `/orders/${order.id}`, { notes: { plan: 'starter' } });
    expect(changed.body).toEqual({ ...order, notes: { plan: 'starter' } });
    expect((await client.razorpay('PATCH', `/orders/${order.id}`, { amount: 200 })).status).toBe(400);
  });
});

function numbered(count: number, text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`note${i}`, text]));
}

function basic({ razorpay }: RunningSandbox): string {
  return `Basic ${Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64')}`;
}
