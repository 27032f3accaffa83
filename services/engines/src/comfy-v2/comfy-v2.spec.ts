import { probeOutput } from '../testing/probe';
import { engineOf } from '../testing/servers';
import { newTask, PIXEL, WORKFLOW_ROUTES } from '../testing/tasks';
import { startServer, type TestServer } from '../testing/test-server';
import { statusOfJob, job, outputLinkOf } from './comfy-v2-wire';

const taskOf = (prompt = 'Boats at dawn', start: 'text' | 'image' = 'text') =>
  newTask(WORKFLOW_ROUTES[start], { prompt });

describe('comfy-v2', () => {
  const { signal } = new AbortController();
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer('comfy-v2');
  });
  afterAll(() => server.close());
  beforeEach(() => server.behave());

  it('a lost response is found by the reference, and a repeated submission creates nothing', async () => {
    const task = taskOf('Lost');
    await server.misbehave('lost_answer');
    expect(await server.submit(task)).toMatchObject({ result: 'unknown' });
    await server.behave();
    expect(await server.submit(task)).toMatchObject({ result: 'unknown', failure: { code: 'idempotency_key_reuse' } });
    const found = await server.find(task);
    expect(await server.reaches(String(found), 'succeeded')).toMatchObject({ failure: null });
  });

  it('a rejected submission releases its key', async () => {
    const task = taskOf();
    await server.misbehave('missing_file');
    expect(await server.submit(task)).toMatchObject({ result: 'rejected', failure: { code: 'model_missing' } });
    await server.behave();
    await server.reaches(await server.submitted(task), 'succeeded');
  });

  it('a full queue is retried when the server says', async () => {
    await server.misbehave('rate_limit:7');
    expect(await server.submit(taskOf())).toMatchObject({
      result: 'retry',
      retryAfterMs: 7_000,
      failure: { kind: 'quota' },
    });
  });

  it('a cancellation that takes long keeps the task running until it ends', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    await server.reaches(externalId, 'running');
    await server.misbehave('slow_cancel');
    expect(await server.cancel(externalId)).toBe('accepted');
    expect(await server.get(externalId)).toMatchObject({ state: 'running' });
    await server.reaches(externalId, 'canceled');
  });

  it('a cancellation that the server ignores is unsupported', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    await server.misbehave('ignores_cancel');
    expect(await server.cancel(externalId)).toBe('unsupported');
    await server.behave();
    expect(await server.cancel(externalId)).toBe('accepted');
  });

  it.each(['relative_links', 'redirects_content', 'no_length'])('an output with %s is downloaded', async (kind) => {
    await server.misbehave(kind);
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    expect(await probeOutput(status)).toMatchObject({ codec: 'h264', size: '640x368' });
  });

  it('an output that is gone fails the download', async () => {
    const status = await server.reaches(await server.submitted(taskOf()), 'succeeded');
    await server.misbehave('file_gone');
    await expect(probeOutput(status)).rejects.toMatchObject({ code: 'http_404' });
  });

  it('progress is reported, and outputs that appear before the end are not taken', () => {
    const output = { node_id: '4', name: 'a.mp4', type: 'image', content_type: 'video/mp4', url: '/a' };
    const running = job.parse({ id: 'a', status: 'running', progress: { value: 0.456 }, outputs: [output] });
    expect(statusOfJob(running)).toEqual({ state: 'running', progress: 45, outputUrl: null, failure: null });
  });

  it('a video that is listed as an image is preferred to an image', () => {
    const outputs = [
      { node_id: '3', name: 'a.png', content_type: 'image/png', url: '/a' },
      { node_id: '4', name: 'b.mp4', content_type: 'video/mp4', url: '/b' },
    ];
    expect(outputLinkOf(outputs, undefined)).toBe('/b');
    expect(outputLinkOf(outputs, '3')).toBe('/a');
    expect(outputLinkOf(outputs, '5')).toBeNull();
  });

  it('a job that the ComfyUI behind the proxy forgot is lost', async () => {
    const externalId = await server.submitted(taskOf('[never]'));
    await server.restart();
    expect(await server.get(externalId)).toMatchObject({ state: 'lost' });
    expect(statusOfJob(job.parse({ id: 'a', status: 'expired' }))).toMatchObject({ state: 'expired' });
  });

  it('running out of memory says so', async () => {
    await server.misbehave('out_of_memory');
    expect(await server.reaches(await server.submitted(taskOf()), 'failed')).toMatchObject({
      failure: { code: 'out_of_memory' },
    });
  });

  it('an image becomes an asset of the server', async () => {
    const externalId = await server.submitted(taskOf('With an image', 'image'), PIXEL);
    expect(await probeOutput(await server.reaches(externalId, 'succeeded'))).toMatchObject({ size: '640x368' });
  });

  it('a server of others gets no reference, and cannot be searched', async () => {
    const elsewhere = engineOf({ ...server.instance, isOwn: false });
    expect(await elsewhere.findByRef(taskOf(), new Date(), signal)).toBe('not_searchable');
    await server.submitted(taskOf());
    const posts = (await server.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/jobs'));
    expect(JSON.stringify(posts.at(-1)?.body)).toContain('metadata');
  });

  it.each([
    [401, { kind: 'provider', code: 'http_401' }],
    [402, { kind: 'quota', code: 'insufficient_credits' }],
  ])('a submission refused with %i is rejected', async (status, failure) => {
    await server.misbehave(`error:${status}`);
    expect(await server.submit(taskOf())).toMatchObject({ result: 'rejected', failure });
  });
});
