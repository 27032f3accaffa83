import { setTimeout as pause } from 'node:timers/promises';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';
import { receiveWebhooks } from '../webhook-receiver';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
  client = sandboxClient(sandbox);
});
afterAll(() => sandbox.close());

const tasks = '/contents/generations/tasks';
const create = (text: string, more: object = {}) =>
  client.ark('POST', tasks, { model: 'seedance-1-0-lite-t2v-250428', content: [{ type: 'text', text }], ...more });
const read = async (id: unknown) => (await client.ark('GET', `${tasks}/${id}`)).body;

async function ended(id: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const task = await read(id);
    if (task.status !== 'queued' && task.status !== 'running') return task;
  }
}

it('creates a task and returns its state, seed and video URL', async () => {
  const { status, body } = await create('[bad-output] A kite', { seed: 4_000_000_000, resolution: '480p' });
  expect({ status, body }).toEqual({ status: 200, body: { id: expect.stringMatching(/^cgt-\d{14}-/) } });
  expect(await ended(body.id)).toMatchObject({
    status: 'succeeded',
    seed: 4_000_000_000,
    resolution: '480p',
    duration: 5,
    content: { video_url: expect.stringMatching(/\/ark\/files\/\w+\/out\.mp4$/) },
    created_at: expect.any(Number),
  });
});

it('rejects invalid requests at once and reports later failures in the task', async () => {
  expect(await create('[fail:privacy] x')).toMatchObject({
    status: 400,
    body: { error: { code: 'InputImageSensitiveContentDetected.PrivacyInformation' } },
  });
  expect(await create('x', { duration: 7 })).toMatchObject({
    status: 400,
    body: { error: { code: 'InvalidParameter', param: 'duration' } },
  });
  const { body } = await create('[fail:moderation] x');
  expect(await ended(body.id)).toMatchObject({
    status: 'failed',
    error: { code: 'OutputVideoSensitiveContentDetected' },
  });
  const stranger = await client.ark('GET', tasks, undefined, { authorization: 'Bearer guess' });
  expect(stranger).toMatchObject({ status: 401, body: { error: { code: 'AuthenticationError' } } });
});

it.each([
  ['nobodys', 'InvalidEndpointOrModel.NotFound', /does not exist or you do not have access to it\. Request id: /],
  ['seedance-1-0-lite', 'InvalidEndpointOrModel.NotFound', /seedance-1-0-lite does not exist/],
  ['seedance-1-5-pro-251215', 'InvalidEndpointOrModel.NotFound', /seedance-1-5-pro-251215/],
  ['ep-20250101000000-abcde', 'InvalidEndpointOrModel.NotFound', /ep-20250101000000-abcde/],
  ['seedance-1-0-pro-fast-251015', 'ModelNotOpen', /has not activated the model seedance-1-0-pro-fast-251015/],
])('refuses the model %s with %s', async (model, code, message) => {
  expect(await create('x', { model })).toMatchObject({
    status: 404,
    body: { error: { code, message: expect.stringMatching(message), type: 'NotFound' } },
  });
});

it('every answer has a request id, which the message of an error repeats', async () => {
  const { headers } = await client.ark('GET', tasks);
  const refused = await client.ark('GET', `${tasks}/none`);
  const id = refused.headers.get('x-request-id');
  expect(id).toMatch(/^\d{17}[\da-f]{36}$/);
  expect(headers.get('x-request-id')).toMatch(/^\d{17}[\da-f]{36}$/);
  expect(headers.get('x-request-id')).not.toBe(id);
  expect((refused.body.error as { message: string }).message).toMatch(new RegExp(`Request id: ${id}$`));
  const stranger = await client.ark('GET', tasks, undefined, { authorization: 'Bearer guess' });
  expect(stranger.headers.get('x-request-id')).toMatch(/^\d{17}/);
});

it('retries the callback of an end three times, and no other', async () => {
  const receiver = await receiveWebhooks();
  receiver.answerWith(...Array.from({ length: 9 }, () => 503));
  await create('[fail:technical] x', { callback_url: receiver.url });
  await receiver.count(5);
  // Longer than until a further retry.
  await pause(2_500);
  expect(receiver.received.map(({ json }) => json.status)).toEqual(['running', ...Array(4).fill('failed')]);
  await receiver.close();
});

it('cancels queued tasks, rejects deletion of running ones, and deletes finished ones', async () => {
  const remove = (id: unknown) => client.ark('DELETE', `${tasks}/${id}`);
  const { body: queued } = await create('[slow:60] x');
  expect((await remove(queued.id)).status).toBe(200);
  expect(await read(queued.id)).toMatchObject({ status: 'cancelled' });
  const { body: running } = await create('[never] [slow:0.1] x');
  while ((await read(running.id)).status !== 'running');
  expect((await remove(running.id)).status).toBe(409);
  const { body: over } = await create('[fail:technical] x');
  await ended(over.id);
  expect((await remove(over.id)).status).toBe(200);
  expect(await client.ark('GET', `${tasks}/${over.id}`)).toMatchObject({ status: 404 });
});

it('lists tasks newest first, page by page', async () => {
  const model = 'seedance-1-0-pro-250528';
  const ids: unknown[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await create('[never] x', { model })).body.id);
  const page = async (number: number) => {
    const { body } = await client.ark('GET', `${tasks}?page_num=${number}&page_size=2&filter.model=${model}`);
    return { total: body.total, ids: (body.items as { id: string }[]).map(({ id }) => id) };
  };
  expect(await page(1)).toEqual({ total: 3, ids: [ids[2], ids[1]] });
  expect(await page(2)).toEqual({ total: 3, ids: [ids[0]] });
});

it('posts the task at every change without a signature', async () => {
  const receiver = await receiveWebhooks();
  const { body } = await create('[fail:technical] x', { callback_url: receiver.url });
  const received = await receiver.count(2);
  expect(received.map(({ json }) => [json.id, json.status])).toEqual([
    [body.id, 'running'],
    [body.id, 'failed'],
  ]);
  await receiver.close();
});
