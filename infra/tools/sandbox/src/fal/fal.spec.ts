import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { type SandboxClient, sandboxClient } from '../sandbox-client';
import { receiveWebhooks } from '../webhook-receiver';
import { FAL_RETRY_DELAYS_MS } from './fal';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
  client = sandboxClient(sandbox);
});
afterAll(() => sandbox.close());

const model = '/fal-ai/bytedance/seedance/v1/lite/text-to-video';
const submit = (prompt: string, webhook?: string) =>
  client.fal('POST', model + (webhook ? `?fal_webhook=${encodeURIComponent(webhook)}` : ''), { prompt, duration: '5' });

async function completed(id: unknown): Promise<void> {
  for (;;) {
    const { body } = await client.fal('GET', `/fal-ai/bytedance/requests/${id}/status`);
    if (body.status === 'COMPLETED') return;
    expect(['IN_QUEUE', 'IN_PROGRESS']).toContain(body.status);
  }
}

it('queues, completes and returns the result at the application, without the path of the submission', async () => {
  const { status, body } = await submit('[bad-output] A kite');
  expect(status).toBe(200);
  const url = `${sandbox.url}/fal/queue/fal-ai/bytedance/requests/${body.request_id}`;
  expect(body).toMatchObject({
    status: 'IN_QUEUE',
    queue_position: 0,
    response_url: url,
    status_url: `${url}/status`,
    cancel_url: `${url}/cancel`,
  });
  await completed(body.request_id);
  const result = await client.fal('GET', `/fal-ai/bytedance/requests/${body.request_id}`);
  expect(result.body).toMatchObject({ video: { url: expect.stringMatching(/\/fal\/files\/\w+\/out\.mp4$/) } });
  expect((await fetch((result.body.video as { url: string }).url)).status).toBe(200);
});

it.each([
  ['[fail:moderation]', 422, 'content_policy_violation'],
  ['[fail:privacy]', 422, 'content_policy_violation'],
  ['[fail:input]', 422, 'image_load_error'],
])('%s completes, and the result is an error', async (word, status, type) => {
  const { body } = await submit(`${word} x`);
  await completed(body.request_id);
  const result = await client.fal('GET', `/fal-ai/bytedance/requests/${body.request_id}`);
  expect(result).toMatchObject({ status, body: { detail: [{ type }] } });
});

it('cancels unfinished requests', async () => {
  const { body } = await submit('[never] x');
  const cancel = () => client.fal('PUT', `/fal-ai/bytedance/requests/${body.request_id}/cancel`);
  expect(await cancel()).toMatchObject({ status: 202, body: { status: 'CANCELLATION_REQUESTED' } });
  expect(await cancel()).toMatchObject({ status: 400, body: { status: 'ALREADY_COMPLETED' } });
  expect((await client.fal('PUT', '/fal-ai/bytedance/requests/none/cancel')).status).toBe(404);
});

it('posts a webhook when a request finishes, signed with the published key', async () => {
  const receiver = await receiveWebhooks();
  const { body } = await submit('[fail:moderation] x', receiver.url);
  const { headers, raw, json } = await receiver.first(({ json }) => json.request_id === body.request_id);
  expect(json).toMatchObject({ status: 'ERROR', payload: { detail: [{ type: 'content_policy_violation' }] } });
  const jwks = await fetch(`${sandbox.url}/fal/.well-known/jwks.json`).then((answer) => answer.json());
  const key = createPublicKey({ key: (jwks as { keys: JsonWebKey[] }).keys[0]!, format: 'jwk' });
  const text = [
    headers['x-fal-webhook-request-id'],
    headers['x-fal-webhook-user-id'],
    headers['x-fal-webhook-timestamp'],
    createHash('sha256').update(raw).digest('hex'),
  ].join('\n');
  const signature = Buffer.from(String(headers['x-fal-webhook-signature']), 'hex');
  expect(verify(null, Buffer.from(text), key, signature)).toBe(true);
  await receiver.close();
});

it('rejects invalid keys, unknown applications and invalid input in its own format', async () => {
  const stranger = await client.fal('POST', model, { prompt: 'x' }, { authorization: 'Key guess' });
  expect(stranger).toMatchObject({ status: 401, body: { detail: expect.any(String) } });
  for (const unknown of ['/nobody/nothing', '/fal-ai/bytedance', '/fal-ai/bytedance/seedance/v9/text-to-video'])
    expect(await client.fal('POST', unknown, { prompt: 'x' })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('not found') },
    });
  expect(await client.fal('POST', model, { prompt: '' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'prompt'] }] },
  });
});

it('names the request in a header', async () => {
  const created = await submit('[never] x');
  expect(created.headers.get('x-fal-request-id')).toBe(created.body.request_id);
  const path = `/fal-ai/bytedance/requests/${created.body.request_id}`;
  for (const answer of [await client.fal('GET', `${path}/status`), await client.fal('GET', path)])
    expect(answer.headers.get('x-fal-request-id')).toBe(created.body.request_id);
  const invalid = await client.fal('POST', model, {});
  expect(invalid.headers.get('x-fal-request-id')).toMatch(/^[\da-f-]{36}$/);
});

it('retries a webhook after seconds that double, 10 times within 2 hours', async () => {
  const receiver = await receiveWebhooks();
  receiver.answerWith(503);
  await submit('[fail:moderation] x', receiver.url);
  const [first, second] = await receiver.count(2);
  expect(second?.raw).toBe(first?.raw);
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(6_000);
  expect(FAL_RETRY_DELAYS_MS).toHaveLength(10);
  expect(FAL_RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay)).toBeLessThanOrEqual(2 * 3_600_000);
  await receiver.close();
});

describe('the list of requests by endpoint', () => {
  const lite = 'fal-ai/bytedance/seedance/v1/lite/text-to-video';
  const pro = 'fal-ai/bytedance/seedance/v1/pro/text-to-video';
  let own: RunningSandbox;
  let alone: SandboxClient;
  const list = async (query: string) => {
    const { status, body } = await alone.falPlatform('GET', `/models/requests/by-endpoint?${query}`);
    const items = (body.items ?? []) as Record<string, unknown>[];
    return { status, body, items, ids: items.map(({ request_id }) => request_id) };
  };
  const send = async (endpoint: string, prompt: string) =>
    String((await alone.fal('POST', `/${endpoint}`, { prompt, duration: '5' })).body.request_id);
  const untilListed = async (query: string, count: number) => {
    for (;;) {
      const found = await list(query);
      if (found.items.filter(({ ended_at }) => ended_at !== null).length >= count) return found;
      await pause(50);
    }
  };

  beforeEach(async () => {
    own = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    alone = sandboxClient(own);
  });
  afterEach(() => own.close());

  it('has finished and running requests of the endpoints with their statuses, and filters by them', async () => {
    const done = await send(lite, '[bad-output] done');
    const refused = await send(lite, '[fail:moderation] refused');
    const broken = await send(pro, '[fail:technical] broken');
    const all = `endpoint_id=${lite}&endpoint_id=${pro}`;
    const { items, body } = await untilListed(all, 3);
    expect(body).toMatchObject({ next_cursor: null, has_more: false });
    expect(items.find(({ request_id }) => request_id === done)).toEqual({
      request_id: done,
      endpoint_id: lite,
      sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
      started_at: expect.stringMatching(/Z$/),
      ended_at: expect.stringMatching(/Z$/),
      status_code: 200,
      duration: expect.any(Number),
    });
    const running = await send(lite, '[never] running');
    while (!(await list(all)).ids.includes(running)) await pause(20);
    const listed = (await list(`${all}&request_id=${running}`)).items;
    expect(listed).toMatchObject([{ ended_at: null, status_code: null, duration: null }]);

    expect(new Set((await list(`endpoint_id=${lite},${pro}`)).ids)).toEqual(new Set([done, refused, broken, running]));
    expect((await list(`endpoint_id=${pro}`)).ids).toEqual([broken]);
    expect((await list(`${all}&status=success`)).ids).toEqual([done]);
    expect((await list(`${all}&status=user_error`)).ids).toEqual([refused]);
    expect((await list(`${all}&status=error`)).ids).toEqual([broken]);
    const [payloads] = (await list(`${all}&request_id=${done}&expand=payloads`)).items;
    expect(payloads).toMatchObject({
      json_input: { prompt: '[bad-output] done', duration: '5' },
      json_output: { video: { url: expect.any(String) } },
    });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await list(`${all}&start=${tomorrow}`)).ids).toEqual([]);
    expect((await list(`${all}&end=2025-01-01`)).ids).toEqual([]);
  });

  it('has pages of the size that was asked for, by end time or duration', async () => {
    const ids: string[] = [];
    for (let i = 1; i <= 3; i++) ids.push(await send(pro, `[fail:technical] ${i}`));
    await untilListed(`endpoint_id=${pro}`, 3);
    const first = await list(`endpoint_id=${pro}&limit=2`);
    expect(first.body).toMatchObject({ next_cursor: 'Mg==', has_more: true });
    const second = await list(`endpoint_id=${pro}&limit=2&cursor=${String(first.body.next_cursor)}`);
    expect(second.body).toMatchObject({ next_cursor: null, has_more: false });
    expect(first.items).toHaveLength(2);
    expect(second.items).toHaveLength(1);
    expect(new Set([...first.ids, ...second.ids])).toEqual(new Set(ids));
    const byDuration = (await list(`endpoint_id=${pro}&sort_by=duration`)).items.map(({ duration }) =>
      Number(duration),
    );
    expect(byDuration).toEqual([...byDuration].sort((a, b) => b - a));
  });

  it.each([
    '',
    'endpoint_id=',
    'limit=101',
    'status=odd',
    'start=yesterday',
    'request_id=x',
    'sort_by=name',
    'cursor=x',
  ])('refuses the query "%s" in the format of the platform', async (query) => {
    const endpoint = query.includes('endpoint_id') || query === '' ? '' : `endpoint_id=${lite}&`;
    const { status, body } = await list(endpoint + query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { type: 'validation_error', message: expect.any(String) } });
  });

  it('needs the key', async () => {
    const path = `/models/requests/by-endpoint?endpoint_id=${lite}`;
    const stranger = await alone.falPlatform('GET', path, undefined, { authorization: 'Key guess' });
    expect(stranger).toMatchObject({ status: 401, body: { error: { type: 'authorization_error' } } });
  });
});
