import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config';
import { sandboxClient } from './sandbox-client';
import { startSandbox } from './sandbox';
import { receiveWebhooks } from './webhook-receiver';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('keeps orders, idempotency keys, running jobs and undelivered webhooks across a restart', async () => {
  const receiver = await receiveWebhooks();
  receiver.answerWith(500);
  const options = { mailbox: false as const, dataDir, razorpay: { webhookUrl: receiver.url } };
  const first = await startSandbox(options);
  const before = sandboxClient(first);
  const order = (await before.razorpay('POST', '/orders', { amount: 49900, currency: 'INR' })).body;
  await before.control('POST', '/checkout', { order_id: order.id, outcome: 'failure' });
  const undelivered = (await receiver.count(1))[0];
  const input = { prompt: '[bad-output] [slow:1] x' };
  const running = (await before.replicate('POST', '/predictions', { version: 'luit/sandbox-video', input })).body;
  await first.close();
  appendFileSync(join(dataDir, 'journal.jsonl'), '{"collection":"razorpay.ord');

  const second = await startSandbox(options);
  const after = sandboxClient(second);
  expect((await after.razorpay('GET', `/orders/${order.id}`)).body).toMatchObject({ status: 'attempted' });
  expect((await after.control('GET', '/log?target=replicate')).body.entries).toHaveLength(1);
  const again = (await receiver.count(2))[1];
  expect(again?.raw).toBe(undelivered?.raw);
  let state = running;
  while (state.status !== 'succeeded') {
    expect(['starting', 'processing']).toContain(state.status);
    state = (await after.replicate('GET', `/predictions/${running.id}`)).body;
  }
  await second.close();
  await receiver.close();
});

it('responds at /health/live', async () => {
  const sandbox = await startSandbox({ mailbox: false });
  expect((await fetch(`${sandbox.url}/health/live`)).status).toBe(200);
  await sandbox.close();
});

describe('configuration', () => {
  it('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      razorpay: { keyId: 'rzp_test_sandbox' },
      replicate: { secondsPerVideo: 3 },
    });
  });

  it('reports all invalid variables together', () => {
    const env = { SANDBOX_PORT: 'x', RAZORPAY_WEBHOOK_URL: 'nowhere', REPLICATE_WEBHOOK_SECRET: 'secret' };
    for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(name);
  });
});
