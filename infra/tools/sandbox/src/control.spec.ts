import { sandboxClient, type SandboxClient } from './sandbox-client';
import { startSandbox, type RunningSandbox } from './sandbox';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
  client = sandboxClient(sandbox);
});
beforeEach(() => client.control('POST', '/reset'));
afterAll(() => sandbox.close());

const fault = async (target: string, kind: string, more: object = {}) => {
  const answer = await client.control('POST', '/faults', { target, kind, for_seconds: 60, ...more });
  expect(answer.status).toBe(200);
};
const input = { prompt: '[never] x' };
const submit = (headers?: Record<string, string>) =>
  client.replicate(
    'POST',
    '/models/bytedance/seedance-1-pro/predictions',
    { input, webhook: 'http://127.0.0.1:9/api/webhooks/providers/replicate/ref-42?x=1' },
    headers,
  );
const order = () => client.razorpay('POST', '/orders', { amount: 100, currency: 'INR' });
const log = async (target = '') => {
  const { body } = await client.control('GET', `/log?target=${target}`);
  return body.entries as { target: string; path: string; status: number; clientRef?: string; body: unknown }[];
};

describe('faults', () => {
  it('error: the vendor responds with that status in its own format', async () => {
    await fault('replicate', 'error:402');
    expect(await submit()).toMatchObject({ status: 402, body: { title: 'Insufficient credit', status: 402 } });
    await fault('razorpay', 'error:500');
    expect(await order()).toMatchObject({ status: 500, body: { error: { code: 'SERVER_ERROR' } } });
  });

  it('rate_limit: 429 with Retry-After', async () => {
    await fault('replicate', 'rate_limit:7');
    const limited = await submit();
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('7');
    expect(limited.body.detail).toBe('Request was throttled. Your rate limit resets in ~7s.');
  });

  it('garbage: status 200 without JSON', async () => {
    await fault('razorpay', 'garbage');
    await expect(order()).rejects.toThrow(SyntaxError);
  });

  it('slow: the response is delayed', async () => {
    await fault('razorpay', 'slow:300');
    const startedAt = Date.now();
    expect((await order()).status).toBe(200);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(295);
  });

  it('down: the connection breaks before the vendor receives the request', async () => {
    await fault('replicate', 'down');
    await expect(submit()).rejects.toThrow('fetch failed');
    expect(await log()).toEqual([]);
    await client.control('POST', '/reset');
    expect((await submit()).status).toBe(201);
  });

  it('lost_answer: the vendor processes the request but the response is lost', async () => {
    const live = async () => (await client.control('GET', '/state?target=replicate')).body.predictions as unknown[];
    const before = (await live()).length;
    await fault('replicate', 'lost_answer');
    await expect(submit()).rejects.toThrow('fetch failed');
    expect(await live()).toHaveLength(before + 1);
    expect(await log('replicate')).toMatchObject([{ clientRef: 'ref-42', status: 0 }]);
  });

  it('never_finishes: jobs are accepted and stay unfinished', async () => {
    await fault('replicate', 'never_finishes');
    const { status, body } = await client.replicate(
      'POST',
      '/predictions',
      { version: 'luit/sandbox-video', input: { prompt: '[bad-output] x' } },
      { prefer: 'wait=1' },
    );
    expect(status).toBe(202);
    expect(body.status).toBe('processing');
  });

  it('respects probability, duration and target', async () => {
    await fault('replicate', 'error:503', { probability: 0 });
    expect((await submit()).status).toBe(201);
    await fault('replicate', 'error:503', { for_seconds: 0 });
    expect((await submit()).status).toBe(201);
    await fault('replicate', 'error:503');
    expect((await submit()).status).toBe(503);
    expect((await order()).status).toBe(200);
  });

  it('also applies to checkout and files', async () => {
    await fault('razorpay', 'down');
    await expect(fetch(`${sandbox.url}/razorpay/checkout.js`)).rejects.toThrow('fetch failed');
  });

  it.each([
    { target: 'replicate', kind: 'sulking', for_seconds: 1 },
    { target: 'replicate', kind: 'slow', for_seconds: 1 },
    { target: 'replicate', kind: 'error:200', for_seconds: 1 },
    { target: 'replicate', kind: 'down:1', for_seconds: 1 },
    { target: 'bank', kind: 'down', for_seconds: 1 },
    { target: 'replicate', kind: 'down' },
    { target: 'replicate', kind: 'down', for_seconds: 1, probability: 2 },
  ])('rejects %j', async (body) => {
    expect((await client.control('POST', '/faults', body)).status).toBe(400);
  });
});

describe('the log', () => {
  it('records the requests to each vendor with the client reference and without credentials', async () => {
    await submit();
    await order();
    await client.razorpay('GET', '/orders?receipt=r');
    await submit({ authorization: 'Bearer r8_wrong' });
    expect(await log()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        target: 'replicate',
        method: 'POST',
        path: '/replicate/v1/models/bytedance/seedance-1-pro/predictions',
        body: expect.objectContaining({ input }),
        clientRef: 'ref-42',
        status: 201,
      },
      expect.objectContaining({ target: 'razorpay', method: 'POST', path: '/razorpay/v1/orders', status: 200 }),
      expect.objectContaining({ target: 'razorpay', method: 'GET', path: '/razorpay/v1/orders', body: null }),
      expect.objectContaining({ target: 'replicate', status: 401 }),
    ]);
    const { replicate, razorpay } = sandbox;
    const text = JSON.stringify(await log());
    for (const secret of [replicate.apiToken, razorpay.keySecret, 'authorization', 'r8_wrong'])
      expect(text).not.toContain(secret);
    expect((await log('razorpay')).map(({ target }) => target)).toEqual(['razorpay', 'razorpay']);
  });

  it('prefers input.client_ref and truncates images', async () => {
    const long = `data:image/png;base64,${'A'.repeat(100_000)}`;
    await client.replicate('POST', '/predictions', {
      version: 'luit/sandbox-video',
      input: { prompt: '[never] x', client_ref: 'mine', image: long },
    });
    const [entry] = await log();
    expect(entry?.clientRef).toBe('mine');
    expect(JSON.stringify(entry).length).toBeLessThan(4000);
  });
});
