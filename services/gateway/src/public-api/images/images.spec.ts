import { LuitError } from '@luit/contracts/errors';
import { testOptions } from '@luit/contracts/generation/testing/test-options';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { AcceptedRecord, NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { picture } from '../../test/test-images';
import { testImageModel } from '../../test/test-models';

const OUTPUT = 'outputs/1/image.png';
const WAIT_MS = 2_000;

describe('/v1/images', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let keyId: string;
  let headers: Record<string, string>;
  let client: OpenAI;
  /** The requests of the account, newest first. */
  let records: RequestRecord[] = [];
  /** How the requests that are created next end; they stay unfinished without it. */
  let endings: Partial<RequestRecord>[] = [];
  let source: Buffer;

  const done: Partial<RequestRecord> = {
    ...{ jobStatus: 'succeeded', status: 'completed', sequence: 9, outputKey: OUTPUT },
    completedAt: '2026-11-29T10:00:00.000Z',
  };
  const refused: Partial<RequestRecord> = {
    ...{ jobStatus: 'failed', status: 'failed', sequence: 9, completedAt: '2026-11-29T10:00:00.000Z' },
    error: { code: 'refused_by_policy', message: 'This request violates our content policy.' },
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.config.connections.imageWaitMs = WAIT_MS;
    source = await picture('png');
    keys = new TestApiKeys(gateway.services);
    const key = keys.add(gateway.user.id);
    ({ id: keyId, headers } = key);
    client = new OpenAI({ apiKey: key.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    for (const folder of ['outputs/1', 'uploads']) await mkdir(join(gateway.storageDir, folder), { recursive: true });
    await writeFile(join(gateway.storageDir, OUTPUT), 'an image');
    const { services } = gateway;
    services.answer(generationCalls.listPlans, () => ({
      ...{ plans: [], models: [], restorePlans: [], retired: [], colorRestorationRefusal: null },
      imageModels: [testImageModel('nano-banana-2.1', { isDefault: true }), testImageModel('flux-dev')],
    }));
    services.answer(generationCalls.createRequest, create);
    services.answer(generationCalls.getRequest, ({ requestId }) => find(requestId));
    services.answer(generationCalls.listRequests, () => ({
      ...{ requests: records, favorites: [], shared: [], nextCursor: null },
    }));
    services.answer(generationCalls.cancelRequest, ({ requestId }) =>
      Object.assign(find(requestId), { canceled: true, jobStatus: 'canceled', status: 'failed' }),
    );
    services.answer(generationCalls.deleteRequest, () => ({}));
  });
  beforeEach(() => {
    [records, endings] = [[], []];
    gateway.services.received(generationCalls.createRequest);
    gateway.services.received(generationCalls.listRequests);
  });
  afterAll(() => gateway.close());

  /** Accepts the request; its records end as `endings` says when they are read. */
  function create({ userId, prompt, model, count = 1, seed = 7, ...rest }: NewRequest): AcceptedRecord {
    const { apiKeyId = null, metadata = {}, imageKey = null, aspectRatio = null } = rest;
    const options = testOptions({ aspectRatio, seed });
    const accepted = Array.from({ length: count }, () =>
      recordOf(userId, {
        ...{
          type: 'image',
          prompt,
          model: model ?? null,
          options,
          apiKeyId,
          metadata,
          imageKey,
          duration: null,
          resolution: '',
        },
        ...{ jobStatus: 'pending', credits: 8, sequence: 1 },
      }),
    );
    if (count > 1) accepted.forEach((record, index) => (record.set = { id: accepted[0]!.id, index }));
    const [first, ...siblings] = structuredClone(accepted);
    records = [...accepted.map((record, i) => ({ ...record, ...endings[i] })).reverse(), ...records];
    return { ...first!, siblings };
  }
  function find(id: string): RequestRecord {
    const record = records.find((each) => each.id === id);
    if (!record) throw new LuitError('not_found', 'Request not found.');
    return record;
  }
  const created = () => gateway.services.received(generationCalls.createRequest);
  const post = (path: string, body: object) => request(gateway.url).post(path).set(headers).send(body);
  const get = (path: string) => request(gateway.url).get(path).set(headers);

  it('a client of image servers gets images as links and in Base64', async () => {
    endings = [done, done];
    const links = await client.images.generate({ prompt: 'A kite', n: 2, size: '1536x1024', response_format: 'url' });
    expect(links.data).toHaveLength(2);
    expect(links.data?.[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/api\/files\/outputs\/1\/image\.png\?/);
    expect(created()).toMatchObject([
      { type: 'image', apiKeyId: keyId, model: 'nano-banana-2.1', count: 2, aspectRatio: '3:2', prompt: 'A kite' },
    ]);
    const files = await client.images.generate({ prompt: 'A kite', response_format: 'b64_json' });
    expect(Buffer.from(files.data![0]!.b64_json!, 'base64').toString()).toBe('an image');
  });

  it('a client of image servers changes an image', async () => {
    endings = [done];
    const image = await toFile(source, 'kite.png', { type: 'image/png' });
    const answer = await client.images.edit({ image, prompt: 'Make it red', response_format: 'url' });
    expect(answer.data).toHaveLength(1);
    const upload = expect.stringMatching(/^uploads\//) as string;
    expect(created()).toMatchObject([{ type: 'image', imageKey: upload }]);
    endings = [done, done];
    await client.images.edit({ image: [image, image, image], prompt: 'Fly them together', output_format: 'webp' });
    const listed = Array.from({ length: 3 }, () => ({
      image_url: `data:image/png;base64,${source.toString('base64')}`,
    }));
    await post('/v1/images/edits', { image: listed, prompt: 'Fly them together', output_format: 'webp' }).expect(200);
    const edit = { imageKey: upload, referenceKeys: [upload, upload], outputFormat: 'webp' };
    expect(created()).toMatchObject([edit, edit]);
    const { body } = await post('/v1/images/edits', { image: listed, model: 'flux-dev', prompt: 'Red' }).expect(400);
    expect(body).toMatchObject({ code: 'unsupported_combination', details: { image: expect.any(String) as string } });
    await request(gateway.url).post('/v1/images/edits').set(headers).field('prompt', 'Red').expect(400);
  });

  it('a failed image returns its credits, and the others are returned', async () => {
    endings = [refused, done];
    const { body } = await post('/v1/images/generations', { prompt: 'A kite', n: 2 }).expect(200);
    expect(body).toMatchObject({
      data: [{ url: expect.any(String) as string }],
      luit: {
        ...{ status: 'completed', credits: 8 },
        images: [
          { status: 'failed', error: { code: 'refused_by_policy' } },
          { status: 'completed', error: null },
        ],
      },
    });
    endings = [refused, refused];
    const { body: failed } = await post('/v1/images/generations', { prompt: 'A kite', n: 2 }).expect(422);
    expect(failed).toMatchObject({ code: 'refused_by_policy' });
  });

  it('a pushed result ends the wait', async () => {
    const answer = post('/v1/images/generations', { prompt: 'A kite' }).then(({ body }: { body: unknown }) => body);
    while (records.length === 0) await new Promise(setImmediate);
    Object.assign(records[0]!, done);
    await gateway.push(generationPushes.requestUpdated, { request: records[0]! });
    expect(await answer).toMatchObject({ luit: { status: 'completed' }, data: [{}] });
  });

  it('images that take longer are answered with 202 and followed by their ids', async () => {
    const { body, headers: answered } = await post('/v1/images/generations', { prompt: 'A kite', n: 2 }).expect(202);
    const { images } = (body as { luit: { images: { id: string }[] } }).luit;
    expect(body).toMatchObject({ data: [], luit: { status: 'in_progress', credits: 16 } });
    expect(answered.location).toBe(`/v1/images/${images[0]!.id}`);
    const { body: image } = await get(`/v1/images/${images[1]!.id}`).expect(200);
    expect(image).toMatchObject({ object: 'image', status: 'queued', luit: { set: { id: images[0]!.id, index: 1 } } });
  });

  it('as a job: images are created, polled, listed by their set, downloaded, canceled and deleted', async () => {
    const { body } = await post('/v1/images', { prompt: 'A kite', count: 2, seed: 9, metadata: { order: '1' } }).expect(
      200,
    );
    const { id } = body as { id: string };
    expect(body).toEqual({
      ...{ id, object: 'image', status: 'queued', progress: 0, created_at: expect.any(Number) as number },
      ...{ completed_at: null, expires_at: null, error: null, prompt: 'A kite', model: 'nano-banana-2.1' },
      aspect_ratio: null,
      luit: {
        ...{ credits: 8, money: 'held', queue_position: null, eta_seconds: 12, canceled: false, sequence: 1 },
        ...{ api_key_id: keyId, metadata: { order: '1' }, taken_down: false, test: false, seed: 9 },
        set: { id, index: 0 },
      },
    });
    const { body: list } = await get(`/v1/images?set=${id}`).expect(200);
    expect(list).toMatchObject({ object: 'list', data: [{ object: 'image' }, { id }] });
    expect(gateway.services.received(generationCalls.listRequests)).toMatchObject([{ set: id, types: ['image'] }]);
    await get(`/v1/images/${id}/content`).expect(409);
    Object.assign(find(id), done);
    const content = await get(`/v1/images/${id}/content`).buffer(true).expect(200);
    expect((content.body as Buffer).toString()).toBe('an image');
    await request(gateway.url).post(`/v1/images/${id}/cancel`).set(headers).expect(200);
    const { body: deleted } = await request(gateway.url).delete(`/v1/images/${id}`).set(headers).expect(200);
    expect(deleted).toEqual({ id, object: 'image.deleted', deleted: true });
    await get(`/v1/videos/${id}`).expect(404);
  });

  it('models and quotes know images, and several cost as many times as much', async () => {
    const { body } = await get('/v1/models').expect(200);
    expect(body).toMatchObject({
      data: [
        {
          id: 'nano-banana-2.1',
          luit: { output: 'image', offers: [], parameters: { from_image: { type: 'object' } } },
        },
        { id: 'flux-dev', luit: { output: 'image', parameters: { from_image: null } } },
      ],
    });
    const { body: quote } = await post('/v1/quotes', { model: 'nano-banana-2.1', count: 3 }).expect(200);
    expect(quote).toEqual({ object: 'quote', model: 'nano-banana-2.1', seconds: null, resolution: null, credits: 24 });
  });

  const refusals: [object, string, string][] = [
    [{ prompt: '' }, 'prompt', 'validation_failed'],
    [{ n: 5 }, 'n', 'validation_failed'],
    [{ size: '1024x1000' }, 'size', 'validation_failed'],
    [{ size: '1024x1024', aspect_ratio: '16:9' }, 'size', 'validation_failed'],
    [{ quality: 'hd' }, 'quality', 'validation_failed'],
    [{ response_format: 'file' }, 'response_format', 'validation_failed'],
    [{ model: 'seedance' }, 'model', 'validation_failed'],
  ];
  it.each(refusals)('%j is refused with its field', async (fields, param, code) => {
    const { body } = await post('/v1/images/generations', { prompt: 'A kite', ...fields }).expect(400);
    expect(body).toMatchObject({ code, error: { param } });
    expect(created()).toEqual([]);
  });

  it('a value that the model does not take is refused with its field', async () => {
    const input = { prompt: 'A kite', model: 'flux-dev', aspect_ratio: '21:9' };
    const { body } = await post('/v1/images/generations', input).expect(400);
    expect(body).toMatchObject({
      code: 'unsupported_combination',
      details: { aspect_ratio: expect.any(String) as string },
    });
  });

  it('a model that takes no image, or that the key may not use, leaves no image', async () => {
    const folder = join(gateway.storageDir, 'uploads');
    const before = await readdir(folder);
    const edit = (who: Record<string, string>) =>
      request(gateway.url).post('/v1/images').set(who).field('prompt', 'Red').attach('image', source, 'kite.png');
    const { body } = await edit(headers).field('model', 'flux-dev').expect(400);
    expect(body).toMatchObject({
      code: 'unsupported_combination',
      details: { image: 'FLUX.1 dev does not support an image' },
    });
    await edit(keys.add(gateway.user.id, { models: ['flux-dev'] }).headers).expect(403);
    expect(await readdir(folder)).toEqual(before);
  });
});
