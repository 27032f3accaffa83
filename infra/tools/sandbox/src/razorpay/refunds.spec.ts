import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';
import { receiveWebhooks, type WebhookReceiver } from '../webhook-receiver';

let sandbox: RunningSandbox;
let client: SandboxClient;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await receiveWebhooks();
  sandbox = await startSandbox({ mailbox: false, razorpay: { webhookUrl: receiver.url } });
  client = sandboxClient(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

async function paid(outcome = 'success'): Promise<string> {
  const order = await client.razorpay('POST', '/orders', { amount: 49900, currency: 'INR' });
  const payment = await client.control('POST', '/checkout', { order_id: order.body.id, outcome, webhooks: 'none' });
  return String(payment.body.razorpay_payment_id);
}

function refund(paymentId: string, body?: object, key?: string) {
  const headers = key === undefined ? undefined : { 'x-refund-idempotency': key };
  return client.razorpay('POST', `/payments/${paymentId}/refund`, body, headers);
}

describe('refunds', () => {
  it('return the full amount once and send two webhooks', async () => {
    const id = await paid();
    const { status, body } = await refund(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^rfnd_/),
      entity: 'refund',
      amount: 49900,
      payment_id: id,
      status: 'pending',
      speed_requested: 'normal',
      speed_processed: 'normal',
    });
    expect((await client.razorpay('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 49900,
    });
    expect(await refund(id)).toMatchObject({
      status: 400,
      body: { error: { description: 'The payment has been fully refunded already' } },
    });
    for (const [event, status] of [
      ['refund.created', 'pending'],
      ['refund.processed', 'processed'],
    ]) {
      const webhook = await receiver.first(({ json, raw }) => json.event === event && raw.includes(String(body.id)));
      expect(webhook.json).toMatchObject({
        contains: ['payment', 'refund'],
        payload: { refund: { entity: { status } } },
      });
    }
    expect((await client.razorpay('GET', `/refunds/${body.id}`)).body).toMatchObject({
      status: 'processed',
      acquirer_data: { arn: expect.any(String) },
    });
  });

  it('add up and never exceed the captured amount', async () => {
    const id = await paid();
    expect((await refund(id, { amount: 40000, notes: { why: 'unused' } })).status).toBe(200);
    expect((await client.razorpay('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 40000,
    });
    expect(await refund(id, { amount: 9901 })).toMatchObject({ status: 400, body: { error: { field: 'amount' } } });
    expect((await refund(id, { amount: 9900 })).status).toBe(200);
    expect((await client.razorpay('GET', `/payments/${id}/refunds`)).body).toMatchObject({
      count: 2,
      items: [{ amount: 9900 }, { amount: 40000 }],
    });
  });

  it('return the first refund again for the same key and body, 20 times in parallel', async () => {
    const id = await paid();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(id, { amount: 10000 }, 'refund-key-0001')),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await client.razorpay('GET', `/payments/${id}`)).body.amount_refunded).toBe(10000);
  });

  it('reject a key of another request and a malformed key', async () => {
    const id = await paid();
    await refund(id, { amount: 10000 }, 'refund-key-0002');
    expect((await refund(id, { amount: 10001 }, 'refund-key-0002')).status).toBe(400);
    expect((await refund(await paid(), { amount: 10000 }, 'refund-key-0002')).status).toBe(400);
    expect((await refund(id, { amount: 10000 }, 'short')).status).toBe(400);
    expect((await refund(id, { amount: 10000 }, 'not a valid key')).status).toBe(400);
    expect((await client.razorpay('GET', `/payments/${id}`)).body.amount_refunded).toBe(10000);
  });

  it('require a captured payment', async () => {
    expect((await refund(await paid('failure'))).status).toBe(400);
    expect((await refund('pay_00000000000000')).status).toBe(400);
  });

  it('are rejected while the merchant’s balance is low, and the same key stays rejected afterward', async () => {
    const id = await paid();
    const lowBalance = (for_seconds: number) =>
      client.control('POST', '/faults', { target: 'razorpay', kind: 'low_balance', for_seconds });
    await lowBalance(60);
    const rejected = {
      status: 400,
      body: { error: { code: 'BAD_REQUEST_ERROR', description: 'invalid request sent' } },
    };
    expect(await refund(id, { amount: 10000 }, 'refund-key-0003')).toMatchObject(rejected);
    expect((await client.razorpay('GET', `/payments/${id}/refunds`)).body).toMatchObject({ count: 0 });
    await lowBalance(0);
    expect(await refund(id, { amount: 10000 }, 'refund-key-0003')).toMatchObject(rejected);
    expect((await refund(id, { amount: 10000 }, 'refund-key-0004')).status).toBe(200);
  });

  it('fail later at the bank, and the money can be refunded again', async () => {
    const id = await paid();
    const fault = { target: 'razorpay', kind: 'refund_fails' };
    await client.control('POST', '/faults', { ...fault, for_seconds: 60 });
    const { body } = await refund(id);
    expect(body.status).toBe('pending');
    await client.control('POST', '/faults', { ...fault, for_seconds: 0 });
    await receiver.first(({ json, raw }) => json.event === 'refund.failed' && raw.includes(String(body.id)));
    expect((await client.razorpay('GET', `/refunds/${body.id}`)).body).toMatchObject({ status: 'failed' });
    expect((await client.razorpay('GET', `/payments/${id}`)).body).toMatchObject({ amount_refunded: 0 });
    expect((await refund(id)).status).toBe(200);
  });

  it('change from instant to normal speed with a webhook', async () => {
    const { body } = await refund(await paid(), { speed: 'optimum' });
    expect(body).toMatchObject({ speed_requested: 'optimum', speed_processed: 'instant' });
    await client.control('POST', `/refund/${body.id}/slow-down`);
    const { json } = await receiver.first(
      ({ json, raw }) => json.event === 'refund.speed_changed' && raw.includes(String(body.id)),
    );
    expect(json).toMatchObject({ payload: { refund: { entity: { status: 'pending', speed_processed: 'normal' } } } });
    expect((await client.control('POST', `/refund/${body.id}/slow-down`)).status).toBe(400);
  });
});
