import { sandboxClient, type SandboxClient } from '../sandbox-client';
import { startSandbox, type RunningSandbox } from '../sandbox';

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.3 } });
  client = sandboxClient(sandbox);
});
afterAll(() => sandbox.close());

const model = '/models/bytedance/seedance-1-pro/predictions';
const create = (prompt: string, headers: Record<string, string> = {}, more: object = {}) =>
  client.replicate('POST', model, { input: { prompt, duration: 5, resolution: '480p' }, ...more }, headers);
const wait = { prefer: 'wait' };
const GFPGAN = 'tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('predictions', () => {
  it('start at once and succeed with progress in their logs', async () => {
    const { status, body } = await create('A red kite over the Brahmaputra');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      model: 'bytedance/seedance-1-pro',
      status: 'starting',
      output: null,
      error: null,
      data_removed: false,
      source: 'api',
      started_at: null,
      completed_at: null,
      urls: { get: `${sandbox.url}/replicate/v1/predictions/${body.id}`, cancel: expect.stringMatching(/\/cancel$/) },
    });
    const done = await create('A red kite over the Brahmaputra', wait);
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({
      status: 'succeeded',
      output: `${sandbox.url}/replicate/files/${done.body.id}/out.mp4`,
      logs: expect.stringMatching(/ 50%\|█████ {5}\| 12\/24 \[/),
      metrics: { predict_time: expect.any(Number), total_time: expect.any(Number) },
    });
    expect((await client.replicate('GET', `/predictions/${done.body.id}`)).body).toEqual(done.body);
  });

  it('can be created by version, which is required', async () => {
    const input = { prompt: 'A tram', duration: 5, resolution: '480p' };
    const named = await client.replicate('POST', '/predictions', { version: GFPGAN, input: { img: PIXEL } });
    expect(named).toMatchObject({ status: 201, body: { model: 'tencentarc/gfpgan', version: GFPGAN.split(':')[1] } });
    expect(await client.replicate('POST', '/predictions', { input })).toMatchObject({
      status: 422,
      body: { invalid_fields: [{ field: 'version' }] },
    });
  });

  it.each([
    'nobody/nothing',
    'bytedance/seedance-99',
    'tencentarc/gfpgan:latest',
    `tencentarc/gfpgan:${'a'.repeat(64)}`,
    'a'.repeat(64),
    'abc',
  ])('are refused for the unknown version %s', async (version) => {
    const body = { version, input: { prompt: 'x', img: PIXEL } };
    expect(await client.replicate('POST', '/predictions', body)).toMatchObject({
      status: 422,
      body: {
        title: 'Invalid version or not permitted',
        detail: "The specified version does not exist (or perhaps you don't have permission to use it?)",
        status: 422,
      },
    });
  });

  // Only official models run by name.
  it.each(['nobody/nothing', 'bytedance/seedance-99', 'tencentarc/gfpgan', 'anotherjesse/zeroscope-v2-xl'])(
    'are refused for the name %s',
    async (name) => {
      const body = { input: { prompt: 'x', img: PIXEL } };
      expect(await client.replicate('POST', `/models/${name}/predictions`, body)).toMatchObject({
        status: 404,
        body: { detail: 'The requested resource could not be found.', status: 404 },
      });
    },
  );

  it('wait no longer than the Prefer header says', async () => {
    const { status, body } = await create('[slow:20] A snail', { prefer: 'wait=1' });
    expect(status).toBe(202);
    expect(['starting', 'processing']).toContain(body.status);
    await client.replicate('POST', `/predictions/${body.id}/cancel`);
  });

  it.each([
    ['no input', {}, 'input'],
    ['an empty prompt', { input: { prompt: '' } }, 'input.prompt'],
    ['7 seconds', { input: { prompt: 'x', duration: 7 } }, 'input.duration'],
    ['a resolution it has not', { input: { prompt: 'x', resolution: '999p' } }, 'input.resolution'],
    ['a webhook that is no URL', { input: { prompt: 'x' }, webhook: 'nowhere' }, 'webhook'],
    ['an event it has not', { input: { prompt: 'x' }, webhook_events_filter: ['done'] }, 'webhook_events_filter.0'],
  ])('reject %s with 422', async (_case, input, field) => {
    const { status, body } = await client.replicate('POST', model, input);
    expect(status).toBe(422);
    expect(body).toMatchObject({ title: expect.any(String), detail: expect.any(String), status: 422 });
    expect(body.invalid_fields).toEqual([expect.objectContaining({ field })]);
  });

  it('reject invalid tokens with 401, unknown models and ids with 404', async () => {
    const stranger = { authorization: 'Bearer r8_guess' };
    expect(await create('x', stranger)).toMatchObject({ status: 401, body: { title: 'Unauthenticated', status: 401 } });
    const input = { prompt: 'x' };
    expect((await client.replicate('POST', '/models/nobody/nothing/predictions', { input })).status).toBe(404);
    expect(await client.replicate('GET', '/predictions/unknown')).toMatchObject({ status: 404, body: { status: 404 } });
    expect((await client.replicate('GET', '/nothing')).status).toBe(404);
  });

  it('can be canceled until they are terminal', async () => {
    const { body } = await create('[never] A glacier');
    const canceled = await client.replicate('POST', `/predictions/${body.id}/cancel`, undefined, {
      'content-type': 'application/json',
    });
    expect(canceled.body).toMatchObject({ status: 'canceled', completed_at: expect.any(String) });
    const done = await create('A red kite over the Brahmaputra', wait);
    expect((await client.replicate('POST', `/predictions/${done.body.id}/cancel`)).body.status).toBe('succeeded');
  });
});

describe('directives in a prompt', () => {
  it('cause a moderation failure', async () => {
    expect((await create('[fail:moderation] x', wait)).body).toMatchObject({
      status: 'failed',
      output: null,
      error: expect.stringMatching(/NSFW.*sensitive.*E005/),
    });
  });

  it('cause a technical failure', async () => {
    expect((await create('[fail:technical] x', wait)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('CUDA'),
    });
  });

  it('produce an invalid video or a broken link', async () => {
    const bad = await create('[bad-output] x', wait);
    const file = await fetch(String(bad.body.output));
    expect(file.status).toBe(200);
    expect(await file.text()).toContain('not a video');
    const dead = await create('[dead-output] x', wait);
    expect(dead.body.status).toBe('succeeded');
    expect((await fetch(String(dead.body.output))).status).toBe(404);
  });
});

it('removes input, output and files after the retention period', async () => {
  const forgetful = await startSandbox({ mailbox: false, replicate: { secondsPerVideo: 0.1, retentionSeconds: 0.05 } });
  try {
    const { replicate } = sandboxClient(forgetful);
    const { body } = await replicate('POST', model, { input: { prompt: '[bad-output] x' } }, wait);
    let after = body;
    while (!after.data_removed) after = (await replicate('GET', `/predictions/${body.id}`)).body;
    expect(after).toMatchObject({ status: 'succeeded', input: {}, output: null, logs: '', data_removed: true });
    const file = await fetch(`${forgetful.url}/replicate/files/${body.id}/out.mp4`);
    expect(file.status).toBe(404);
  } finally {
    await forgetful.close();
  }
});

it('aborts a prediction past its deadline before it starts, and cancels it afterward', async () => {
  const [waiting, started] = await Promise.all([
    create('[slow:100] x', { ...wait, 'cancel-after': '5s' }),
    create('[slow:20] x', { ...wait, 'cancel-after': '5' }),
  ]);
  expect(waiting.body).toMatchObject({ status: 'aborted', started_at: null, deadline: expect.any(String) });
  expect(started.body).toMatchObject({ status: 'canceled', started_at: expect.any(String) });
  expect((await create('x', { 'cancel-after': '1s' })).status).toBe(422);
});

it('lists predictions newest first, 100 per page, and unfinished ones through the control call', async () => {
  const alone = await startSandbox({ mailbox: false });
  try {
    const { replicate, control } = sandboxClient(alone);
    const body = { version: 'luit/sandbox-video', input: { prompt: '[never] Many' } };
    const ids: unknown[] = [];
    for (let i = 0; i < 120; i++) ids.push((await replicate('POST', '/predictions', body)).body.id);
    const page = async (link: unknown) => {
      const { body } = await replicate('GET', String(link).replace(`${alone.url}/replicate/v1`, ''));
      return { next: body.next, previous: body.previous, ids: (body.results as { id: string }[]).map(({ id }) => id) };
    };
    const first = await page('/predictions');
    expect(first).toMatchObject({ previous: null, ids: ids.toReversed().slice(0, 100) });
    const second = await page(first.next);
    expect(second).toMatchObject({ next: null, ids: ids.toReversed().slice(100) });
    expect(await page(second.previous)).toEqual(first);
    const live = async () => (await control('GET', '/state?target=replicate')).body.predictions as { id: string }[];
    expect((await live()).map(({ id }) => id)).toEqual(ids);
    for (const id of ids) await replicate('POST', `/predictions/${id}/cancel`);
    expect(await live()).toEqual([]);
    const createdAt = async (id: unknown) =>
      encodeURIComponent(String((await replicate('GET', `/predictions/${id}`)).body.created_at));
    const [first20, last20] = [await createdAt(ids[20]), await createdAt(ids.at(-1))];
    const from20 = await page(`/predictions?created_after=${first20}`);
    expect(from20.ids).toEqual(ids.slice(20).toReversed());
    expect(from20.next).toBeNull();
    expect((await page(`/predictions?created_before=${last20}`)).ids).not.toContain(ids.at(-1));
    expect((await page(`/predictions?created_before=${first20}`)).ids).toEqual(ids.slice(0, 20).toReversed());
    const filtered = await page(`/predictions?created_after=${await createdAt(ids[5])}`);
    expect(filtered.ids).toHaveLength(100);
    expect((await page(filtered.next)).ids).toEqual(ids.slice(5, 20).toReversed());
    expect((await replicate('GET', '/predictions?created_after=yesterday')).status).toBe(400);
  } finally {
    await alone.close();
  }
});
