import { Luit } from './luit';
import { ProblemError } from './problem.error';
import { json, loseConnection, problem, TestServer } from './testing/test-server';
import { testVideo } from './testing/test-videos';

describe('requests of the SDK', () => {
  let server: TestServer;
  let luit: Luit;

  beforeAll(async () => {
    server = await TestServer.start();
    luit = new Luit({ apiKey: 'luit_live_key', baseUrl: server.url, maxRetries: 2 });
  });
  afterAll(() => server.close());

  const create = () => luit.videos.create({ prompt: 'a river' });
  const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);

  it('they carry the key and the version', async () => {
    server.expect(json({ object: 'balance', available: 40, held: 0, budget: null }));
    expect(await luit.balance()).toMatchObject({ available: 40 });
    const [{ method, url, headers }] = server.received as [(typeof server.received)[0]];
    expect({ method, url }).toEqual({ method: 'GET', url: '/v1/balance' });
    expect(headers).toMatchObject({ authorization: 'Bearer luit_live_key', 'luit-version': '2026-11-28' });
  });

  it.each([
    ['a lost connection', loseConnection],
    ['429', problem(429, 'too_many_requests')],
    ['503', problem(503, 'unavailable', { 'retry-after': '0' })],
    ['502 of a proxy', json({ message: 'Bad gateway' }, 502)],
  ])('after %s the same request is sent with the same Idempotency-Key', async (_what, refusal) => {
    server.expect(refusal, json(testVideo('queued')));
    expect(await create()).toMatchObject({ id: 'v-1' });
    const [first, second] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    const [sent, repeated] = server.received.map(({ body }) => body.toString());
    expect(sent).toBe('{"prompt":"a river"}');
    expect(repeated).toBe(sent);
  });

  it('each request has a key of its own, or the one of the program', async () => {
    server.expect(...Array.from({ length: 3 }, () => json(testVideo('queued'))));
    await create();
    await create();
    await luit.videos.create({ prompt: 'a river' }, { idempotencyKey: 'order-1742' });
    const [first, second, own] = keys();
    expect(second).not.toBe(first);
    expect(own).toBe('order-1742');
  });

  it('a file is sent again in full', async () => {
    server.expect(loseConnection, json(testVideo('queued')));
    await luit.videos.create({ prompt: 'it moves', input_reference: new Blob(['an image']) });
    const [first, second] = server.received.map(({ body }) => body.toString());
    expect(first).toContain('an image');
    expect(second).toContain('an image');
  });

  it('Retry-After is honored', async () => {
    server.expect(problem(429, 'key_concurrency_reached', { 'retry-after': '1' }), json(testVideo('queued')));
    const startedAt = performance.now();
    await create();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('a server that asks for minutes is not waited for', async () => {
    server.expect(problem(503, 'unavailable', { 'retry-after': '600' }));
    await expect(create()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 600 });
    expect(server.received).toHaveLength(1);
  });

  it('a repeat that meets the first attempt in progress waits for it', async () => {
    server.expect(loseConnection, problem(409, 'idempotency_in_progress'), json(testVideo('queued')));
    await create();
    expect(new Set(keys()).size).toBe(1);
    server.expect(problem(409, 'idempotency_in_progress'));
    await expect(create()).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(server.received).toHaveLength(1);
  });

  it('attempts end: the last error is thrown', async () => {
    server.expect(problem(503, 'unavailable'), problem(503, 'unavailable'), problem(503, 'generation_paused'));
    await expect(create()).rejects.toMatchObject({ code: 'generation_paused' });
  });

  it('what cannot be repeated safely is sent once, unless it was refused by a limit', async () => {
    server.expect(loseConnection);
    await expect(luit.videos.cancel('v-1')).rejects.toMatchObject({ name: 'TypeError' });
    server.expect(problem(503, 'unavailable'));
    await expect(luit.videos.delete('v-1')).rejects.toMatchObject({ status: 503 });
    server.expect(problem(429, 'too_many_requests'), json({ id: 'v-1', object: 'video.deleted', deleted: true }));
    await luit.videos.delete('v-1');
    expect(server.received).toHaveLength(2);
  });

  it('errors: a refusal is a ProblemError with the code, the field and the request', async () => {
    server.expect(problem(400, 'validation_failed', {}, 'seconds'));
    const error: unknown = await create().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      ...{ message: 'A detail', status: 400, code: 'validation_failed', param: 'seconds', requestId: 'r-1' },
      problem: { type: 'urn:luit:error:validation_failed' },
    });
  });

  it('errors: the page of a proxy has a status and no problem', async () => {
    server.expect((response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'));
    const error: unknown = await create().catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ status: 403, problem: undefined, code: undefined });
  });

  it('a signal ends the wait for another attempt', async () => {
    const abort = new AbortController();
    server.expect((response, request) => {
      problem(503, 'unavailable', { 'retry-after': '60' })(response, request);
      response.once('finish', () => setImmediate(() => abort.abort()));
    });
    await expect(luit.videos.get('v-1', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(1);
  });

  it('a base URL may have a path', async () => {
    for (const suffix of ['/prefix', '/prefix/', '/a/b//?query#part']) {
      server.expect(json({ object: 'balance', available: 40, held: 0, budget: null }));
      await new Luit({ apiKey: 'k', baseUrl: server.url + suffix }).balance();
      const path = suffix.replace(/\/*(\?.*)?$/, '');
      expect(server.received.map(({ url }) => url)).toEqual([`${path}/v1/balance`]);
    }
  });

  it('an attempt that gets no response ends, and the same request is sent again', async () => {
    const impatient = new Luit({ apiKey: 'k', baseUrl: server.url, timeoutMs: 100, maxRetries: 1 });
    server.expect(() => undefined, json(testVideo('queued')));
    await impatient.videos.create({ prompt: 'a river' });
    expect(new Set(keys()).size).toBe(1);
    expect(server.received).toHaveLength(2);
    server.expect((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    const once = new Luit({ apiKey: 'k', baseUrl: server.url, timeoutMs: 100, maxRetries: 0 });
    await expect(once.balance()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('a base URL that is none is refused', () => {
    expect(() => new Luit({ apiKey: 'k', baseUrl: 'luit.example' })).toThrow('Invalid URL');
  });
});
