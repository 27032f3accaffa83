import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';
import { receiveWebhooks, type Received, type WebhookReceiver } from '../webhook-receiver';

let sandbox: RunningSandbox;
let client: SandboxClient;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await receiveWebhooks();
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
  client = sandboxClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

const model = '/models/bytedance/seedance-1-pro/predictions';
const create = (prompt: string, filter?: string[]) =>
  client.replicate(
    'POST',
    model,
    { input: { prompt }, webhook: receiver.url, webhook_events_filter: filter },
    { prefer: 'wait' },
  );
const statuses = (received: Received[]) => received.map(({ json }) => json.status);
const ids = (received: Received[]) => new Set(received.map(({ headers }) => headers['webhook-id']));

/** The recipe of Svix, written out on its own. */
function recompute({ headers, raw }: Received, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = [headers['webhook-id'], headers['webhook-timestamp'], raw].join('.');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

it('posts start and completion, signed with the secret from the API', async () => {
  const { body: secret } = await client.replicate('GET', '/webhooks/default/secret');
  await create('[bad-output] x', ['start', 'completed']);
  const received = await receiver.count(2);
  expect(statuses(received)).toEqual(['processing', 'succeeded']);
  expect(ids(received).size).toBe(2);
  for (const each of received) {
    expect(each.headers['webhook-signature']).toBe(recompute(each, String(secret.key)));
    expect(Math.abs(Number(each.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  }
  expect(received[1]?.json).toMatchObject({ id: expect.any(String), output: expect.stringContaining('/out.mp4') });
});

it('posts logs with progress if the filter includes them', async () => {
  await create('[bad-output] x', ['logs', 'completed']);
  const { json } = await receiver.first(({ json }) => json.status === 'processing');
  expect(json.logs).toMatch(/\d+%\|/);
});

it('posts failures and cancellations', async () => {
  await create('[fail:technical] x', ['completed']);
  expect(statuses(await receiver.count(1))).toEqual(['failed']);
  const { body } = await client.replicate('POST', model, { input: { prompt: '[never] x' }, webhook: receiver.url });
  await client.replicate('POST', `/predictions/${body.id}/cancel`);
  expect(statuses(await receiver.count(2))).toEqual(['failed', 'canceled']);
});

it('does not retry webhooks of an unfinished prediction', async () => {
  receiver.answerWith(503);
  await create('[fail:technical] x', ['start', 'completed']);
  await receiver.count(2);
  // Longer than until the first retry.
  await pause(1_500);
  expect(statuses(receiver.received)).toEqual(['processing', 'failed']);
  expect((await client.control('GET', '/state?target=replicate')).body).toMatchObject({ pendingWebhooks: 0 });
});

it('retries with the same id and a new signature', async () => {
  receiver.answerWith(503);
  await create('[fail:technical] x', ['completed']);
  const received = await receiver.count(2);
  expect(ids(received).size).toBe(1);
  expect(received[0]?.raw).toBe(received[1]?.raw);
  for (const each of received)
    expect(each.headers['webhook-signature']).toBe(recompute(each, sandbox.replicate.webhookSecret));
});

it('posts everything twice for [duplicate-webhook], and nothing for [no-webhook]', async () => {
  await create('[no-webhook] [fail:technical] x', ['completed']);
  await create('[duplicate-webhook] [fail:technical] x', ['completed']);
  const received = await receiver.count(2);
  expect(ids(received).size).toBe(1);
  expect(received.every(({ raw }) => raw.includes('duplicate-webhook'))).toBe(true);
});
