import { createHmac } from 'node:crypto';
import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';
import { receiveWebhooks, type Received, type WebhookReceiver } from '../webhook-receiver';

let sandbox: RunningSandbox;
let client: SandboxClient;
let receiver: WebhookReceiver;

beforeEach(async () => {
  sandbox = await startSandbox({ mailbox: false });
  client = sandboxClient(sandbox);
  receiver = await receiveWebhooks();
  sandbox.setRazorpayWebhookUrl(receiver.url);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function newOrder(more: object = {}): Promise<string> {
  const { body } = await client.razorpay('POST', '/orders', { amount: 49900, currency: 'INR', ...more });
  return String(body.id);
}

async function checkout(orderId: string, outcome: string, webhooks?: string): Promise<Record<string, unknown>> {
  const { status, body } = await client.control('POST', '/checkout', { order_id: orderId, outcome, webhooks });
  expect(status).toBe(200);
  return body;
}

const events = (received: Received[]) => received.map(({ json }) => json.event);

describe('a payment', () => {
  it('is captured, marks the order as paid, and signs order and payment id', async () => {
    const orderId = await newOrder({ notes: { pack: 'starter' } });
    const answer = await checkout(orderId, 'success');
    const signed = createHmac('sha256', 'sandbox_key_secret').update(`${orderId}|${answer.razorpay_payment_id}`);
    expect(answer).toEqual({
      razorpay_payment_id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
      razorpay_order_id: orderId,
      razorpay_signature: signed.digest('hex'),
    });
    expect((await client.razorpay('GET', `/orders/${orderId}`)).body).toMatchObject({
      status: 'paid',
      amount_paid: 49900,
      amount_due: 0,
      attempts: 1,
    });
    const payment = (await client.razorpay('GET', `/payments/${answer.razorpay_payment_id}`)).body;
    expect(payment).toMatchObject({
      status: 'captured',
      captured: true,
      amount: 49900,
      currency: 'INR',
      order_id: orderId,
      notes: { pack: 'starter' },
      fee: 1178,
      tax: 180,
    });
    const ofOrder = await client.razorpay('GET', `/orders/${orderId}/payments`);
    expect(ofOrder.body).toEqual({ entity: 'collection', count: 1, items: [payment] });
  });

  it('posts signed webhooks with unique event ids', async () => {
    const orderId = await newOrder();
    await checkout(orderId, 'success');
    const received = await receiver.count(3);
    expect(events(received)).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
    expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
    for (const { headers, raw } of received) {
      const expected = createHmac('sha256', 'sandbox_webhook_secret').update(raw).digest('hex');
      expect(headers['x-razorpay-signature']).toBe(expected);
    }
    expect(received[0]?.json).toMatchObject({
      contains: ['payment'],
      payload: { payment: { entity: { status: 'authorized' } } },
    });
    expect(received[2]?.json).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: { order: { entity: { id: orderId, status: 'paid' } }, payment: { entity: { status: 'captured' } } },
    });
  });

  it('has no signature when it is declined, and leaves the order open for another attempt', async () => {
    const orderId = await newOrder();
    const failed = await checkout(orderId, 'failure');
    expect(Object.keys(failed).sort()).toEqual(['razorpay_order_id', 'razorpay_payment_id']);
    expect((await client.razorpay('GET', `/orders/${orderId}`)).body).toMatchObject({
      status: 'attempted',
      attempts: 1,
    });
    const [event] = await receiver.count(1);
    expect(event?.json).toMatchObject({
      event: 'payment.failed',
      payload: { payment: { entity: { status: 'failed', error_code: 'BAD_REQUEST_ERROR', error_source: 'bank' } } },
    });
    expect(await checkout(orderId, 'success')).toHaveProperty('razorpay_signature');
    expect((await client.razorpay('GET', `/orders/${orderId}`)).body).toMatchObject({ status: 'paid', attempts: 2 });
  });

  it('has no signature when the callback is lost', async () => {
    const orderId = await newOrder();
    expect(await checkout(orderId, 'callback_lost')).not.toHaveProperty('razorpay_signature');
    await receiver.first(({ json }) => json.event === 'order.paid');
    expect((await client.razorpay('GET', `/orders/${orderId}`)).body.status).toBe('paid');
  });

  it('that failed is authorized and captured later, once', async () => {
    const orderId = await newOrder();
    const { razorpay_payment_id: id } = await checkout(orderId, 'failure');
    const { body } = await client.control('POST', `/payment/${id}/authorize`);
    expect(body).toMatchObject({ status: 'captured', captured: true, error_code: null });
    expect(events(await receiver.count(4))).toEqual([
      'payment.failed',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ]);
    expect((await client.razorpay('GET', `/orders/${orderId}`)).body).toMatchObject({ status: 'paid' });
    expect((await client.control('POST', `/payment/${id}/authorize`)).status).toBe(400);
  });

  it('that failed stays authorized with manual capture', async () => {
    const orderId = await newOrder({ payment: { capture: 'manual' } });
    const { razorpay_payment_id: id } = await checkout(orderId, 'failure', 'none');
    const { body } = await client.control('POST', `/payment/${id}/authorize`, { webhooks: 'none' });
    expect(body).toMatchObject({ status: 'authorized', captured: false });
  });

  it('has the details of its payer', async () => {
    const details = { method: 'card', email: 'asha@example.com', contact: '+919876543210', notes: { a: 'b' } };
    const request = { order_id: await newOrder(), outcome: 'success', name: 'Asha Das', ...details };
    const { body } = await client.control('POST', '/checkout', request);
    const payment = (await client.razorpay('GET', `/payments/${body.razorpay_payment_id}`)).body;
    expect(payment).toMatchObject({ ...details, card: { name: 'Asha Das' }, card_id: expect.stringMatching(/^card_/) });
  });

  it('can be captured for a paid order, without a second order.paid', async () => {
    const orderId = await newOrder();
    await checkout(orderId, 'success', 'none');
    await checkout(orderId, 'success');
    expect(events(await receiver.count(2))).toEqual(['payment.authorized', 'payment.captured']);
    const { body } = await client.razorpay('GET', `/orders/${orderId}/payments`);
    expect(body).toMatchObject({ count: 2, items: [{ status: 'captured' }, { status: 'captured' }] });
  });

  it('stays authorized with manual capture until it is captured in full, once', async () => {
    const orderId = await newOrder({ payment: { capture: 'manual' } });
    const { razorpay_payment_id: id } = await checkout(orderId, 'success');
    expect((await client.razorpay('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'authorized',
      captured: false,
    });
    const capture = (amount: number) => client.razorpay('POST', `/payments/${id}/capture`, { amount, currency: 'INR' });
    expect((await capture(49800)).status).toBe(400);
    expect((await capture(49900)).body).toMatchObject({ status: 'captured' });
    expect(await capture(49900)).toMatchObject({
      status: 400,
      body: { error: { description: 'This payment has already been captured' } },
    });
    expect(events(await receiver.count(3))).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });
});

describe('webhook modes', () => {
  it('duplicate each event with the same id', async () => {
    await checkout(await newOrder(), 'success', 'duplicate');
    const received = await receiver.count(6);
    const ids = received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(new Set(ids).size).toBe(3);
    expect(new Set(received.map(({ raw }) => raw)).size).toBe(3);
  });

  it('reorder events', async () => {
    await checkout(await newOrder(), 'success', 'reordered');
    expect(events(await receiver.count(3))).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  it('delay events', async () => {
    const startedAt = Date.now();
    await checkout(await newOrder(), 'success', 'late:0.4');
    const [first] = await receiver.count(1);
    expect((first?.atMs ?? 0) - startedAt).toBeGreaterThanOrEqual(395);
  });

  it('suppress events', async () => {
    await checkout(await newOrder(), 'failure', 'none');
    await checkout(await newOrder(), 'success');
    expect(events(await receiver.count(1))).toEqual(['payment.authorized']);
  });

  it('retry after a response other than 2xx with the same id, body and signature', async () => {
    receiver.answerWith(500);
    await checkout(await newOrder(), 'failure');
    const [first, second] = await receiver.count(2);
    expect(second?.raw).toBe(first?.raw);
    for (const header of ['x-razorpay-event-id', 'x-razorpay-signature'])
      expect(second?.headers[header]).toBe(first?.headers[header]);
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('reject unknown modes', async () => {
    const order_id = await newOrder();
    const wrong = await client.control('POST', '/checkout', { order_id, outcome: 'success', webhooks: 'sometimes' });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('late:<s>') } });
    expect((await client.control('POST', '/checkout', { order_id: 'order_x', outcome: 'success' })).status).toBe(400);
  });
});
