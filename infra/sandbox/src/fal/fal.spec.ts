import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
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
  expect((await client.fal('POST', '/nobody/nothing', { prompt: 'x' })).status).toBe(404);
  expect(await client.fal('POST', model, { prompt: '' })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'prompt'] }] },
  });
});
