import { randomUUID } from 'node:crypto';
import { probeOutput } from '../testing/probe';
import { engineOf } from '../testing/servers';
import { newTask, PIXEL, VIDEOS_ROUTE } from '../testing/tasks';
import { post, startServer, type TestServer } from '../testing/test-server';
import { rejectionOf, statusOfVideo, video } from './videos-wire';

const taskOf = (prompt = 'Boats at dawn') => newTask(VIDEOS_ROUTE, { prompt });
const { signal } = new AbortController();

describe('vllm-omni', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer('vllm-omni');
  });
  afterAll(() => server.close());
  beforeEach(() => server.behave());

  it('submissions are forms, because JSON is refused', async () => {
    const key = { authorization: 'Bearer vllm_sandbox' };
    expect(await post(`${server.url}/v1/videos`, { prompt: 'Boats' }, key)).toMatchObject({ status: 400 });
    await server.reaches(await server.submitted(taskOf()), 'succeeded');
  });

  it('another model than the served one is missing there', async () => {
    const route = { ...VIDEOS_ROUTE, fixed: { model: 'another/model' } };
    expect(await server.submit(newTask(route))).toMatchObject({
      result: 'rejected',
      failure: { code: 'model_missing' },
    });
  });

  it.each([
    ['[fail:input]', 'invalid_input', '400'],
    ['[fail:technical]', 'provider', 'out_of_memory'],
  ])('a task that fails with %s is read from the body of an HTTP error', async (word, kind, code) => {
    const externalId = await server.submitted(taskOf(word));
    expect(await server.reaches(externalId, 'failed')).toMatchObject({ failure: { kind, code } });
    expect(await server.cancel(externalId)).toBe('too_late');
  });

  it('a task that failed with 404 has failed, and one that the server forgot is lost', async () => {
    await server.misbehave('fails_as_404');
    const externalId = await server.submitted(taskOf('[fail:technical]'));
    expect(await server.reaches(externalId, 'failed')).toMatchObject({ failure: { code: '404' } });
    await server.restart();
    expect(await server.get(externalId)).toMatchObject({ state: 'lost' });
  });

  it('a deletion that conflicts is repeated', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    await server.misbehave('delete_conflicts');
    expect(await server.cancel(externalId)).toBe('accepted');
    expect(await server.get(externalId)).toMatchObject({ state: 'running' });
    await server.behave();
    expect(await server.cancel(externalId)).toBe('accepted');
    expect(await server.get(externalId)).toMatchObject({ state: 'lost' });
  });

  it('a completed task is not deleted by a late cancellation', async () => {
    const externalId = await server.submitted(taskOf());
    const status = await server.reaches(externalId, 'succeeded');
    expect(await server.cancel(externalId)).toBe('too_late');
    expect(await probeOutput(status)).toMatchObject({ codec: 'h264' });
  });

  it('a file that appears after the end can be downloaded later', async () => {
    await server.misbehave('content_late');
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    await expect(probeOutput(status)).rejects.toMatchObject({ code: 'http_404', isFinal: false });
  });

  it('the download needs the key', async () => {
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    const { outputAccess: _, ...without } = status;
    await expect(probeOutput({ ...without, outputUrl: status.outputUrl })).rejects.toMatchObject({ code: 'http_401' });
    expect(await probeOutput(status)).toMatchObject({ size: '640x368' });
  });

  it('a task is found by its prompt, length and time', async () => {
    const prompt = `Boats ${randomUUID()}`;
    const task = taskOf(prompt);
    const since = new Date();
    const externalId = await server.submitted(task);
    expect(await server.engine.findByRef(task, since, signal)).toBe(externalId);
    expect(await server.engine.findByRef({ ...task, duration: 9 }, since, signal)).toBeNull();
    const later = new Date(Date.now() + 3_600_000);
    expect(await server.engine.findByRef(task, later, signal)).toBeNull();
  });

  it('an image is sent as a file', async () => {
    const externalId = await server.submitted(taskOf(), PIXEL);
    expect(await probeOutput(await server.reaches(externalId, 'succeeded'))).toMatchObject({ size: '640x368' });
  });
});

describe('sglang', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer('sglang');
  });
  afterAll(() => server.close());
  beforeEach(() => server.behave());

  it('nothing is deleted, because the GPU would go on with the work', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    expect(await server.cancel(externalId)).toBe('unsupported');
    expect((await server.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
    await fetch(`${server.url}/v1/videos/${externalId}`, { method: 'DELETE' });
    const next = await server.submitted(taskOf());
    expect(await server.get(next)).toMatchObject({ state: 'queued' });
    await server.restart();
  });

  it('a task succeeds without ever running, at a path that is never used', async () => {
    const externalId = await server.submitted(taskOf());
    const { outputUrl } = await server.reaches(externalId, 'succeeded');
    expect(outputUrl).toBe(`${server.url}/v1/videos/${externalId}/content`);
  });

  it('an uploaded output is downloaded from where it is', async () => {
    await server.misbehave('cloud_storage');
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    expect(status.outputUrl).toContain('/uploaded/');
    expect(await probeOutput(status)).toMatchObject({ codec: 'h264' });
  });

  it('a failure without a code has one', async () => {
    const externalId = await server.submitted(taskOf('[fail:technical]'));
    expect(await server.reaches(externalId, 'failed')).toMatchObject({ failure: { kind: 'provider', code: 'failed' } });
  });

  it('the seed of Luit is sent, and one that follows from the reference without it', async () => {
    const { seed: _, ...fields } = VIDEOS_ROUTE.fields;
    await server.submitted(newTask({ ...VIDEOS_ROUTE, fields }));
    const posts = (await server.requests()).filter(({ method }) => method === 'POST');
    expect(JSON.stringify(posts.at(-1)?.body)).toMatch(/seed.{1,4}\d{2,}/);
  });

  it('a task is lost after a restart', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    await server.restart();
    expect(await server.get(externalId)).toMatchObject({ state: 'lost' });
  });

  it('a paid gateway is not searchable, and 404 is no proof there', async () => {
    const gateway = engineOf({ ...server.instance, dialect: 'generic', isOwn: false });
    expect(await gateway.findByRef(taskOf(), new Date(), signal)).toBe('not_searchable');
  });

  it.each(['error:404', 'error:500', 'garbage', 'down'])('reads fail while a proxy answers with %s', async (kind) => {
    await server.misbehave(kind);
    if (kind !== 'error:404') {
      await expect(server.get('any')).rejects.toMatchObject({ name: 'ProviderReadError' });
    }
    await expect(server.engine.check(signal)).rejects.toMatchObject({ name: 'ProviderReadError' });
  });
});

describe('answers of the Videos API', () => {
  it('states of gateways are known, and others are not guessed', () => {
    const of = (status: string) => statusOfVideo(video.parse({ object: 'video', id: 'a', status }))?.state;
    expect(['processing', 'succeeded', 'cancelled', 'pending', 'strange'].map(of)).toEqual([
      ...['running', 'succeeded', 'canceled', 'queued', undefined],
    ]);
  });

  it.each([
    [404, '<html>nginx</html>', { kind: 'provider', code: 'http_404' }],
    [
      422,
      '{"detail":[{"loc":["body","seconds"],"msg":"not a number"}]}',
      { kind: 'invalid_input', message: 'seconds: not a number' },
    ],
    [400, '{"error":{"message":"Bad size","code":400}}', { kind: 'invalid_input', message: 'Bad size' }],
    [402, '{"error":"No credit"}', { kind: 'quota' }],
  ])('a rejection with %i and %s', (status, text, failure) => {
    expect(rejectionOf(status, text)).toMatchObject(failure);
  });
});
