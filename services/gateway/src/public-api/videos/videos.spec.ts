import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { picture } from '../../test/test-images';
import { testModel } from '../../test/test-models';

const OUTPUT = 'outputs/1/video.mp4';
const POSTER = 'outputs/1/poster.jpg';

describe('/v1/videos', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  /** The requests of the account, newest first. */
  let records: RequestRecord[] = [];
  let client: OpenAI;
  let keyId: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    const { services, storageDir } = gateway;
    await mkdir(join(storageDir, 'outputs/1'), { recursive: true });
    await writeFile(join(storageDir, OUTPUT), 'an MP4 video');
    await writeFile(join(storageDir, POSTER), 'a JPEG image');
    const plan = { name: 'Standard', popular: false, description: '' };
    services.answer(generationCalls.listPlans, () => ({
      plans: [
        { ...plan, id: '5s-480p', duration: 5, credits: 18, quality: '480p' as const },
        { ...plan, id: '5s-720p', duration: 5, credits: 30, quality: '720p' as const },
      ],
      models: [
        testModel('seedance', { isDefault: true, price: { perSecond: { '480p': 4_320, '720p': 7_200 } } }),
        testModel('zeroscope'),
      ],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createRequest, create);
    services.answer(generationCalls.getRequest, ({ requestId }) => find(requestId));
    services.answer(generationCalls.listRequests, ({ limit, cursor, order }) => {
      const ordered = order === 'asc' ? [...records].reverse() : records;
      const from = cursor === undefined ? 0 : ordered.findIndex(({ id }) => id === cursor) + 1;
      const requests = ordered.slice(from, from + limit);
      const isLast = from + limit >= ordered.length;
      return { requests, favorites: [], shared: [], nextCursor: isLast ? null : requests.at(-1)!.id };
    });
    services.answer(generationCalls.deleteRequest, ({ requestId }) => {
      records = records.filter(({ id }) => id !== requestId);
      return {};
    });
    services.answer(generationCalls.cancelRequest, ({ requestId }) =>
      change(requestId, {
        canceled: true,
        jobStatus: 'canceled',
        status: 'failed',
        money: { state: 'returned', credits: 36 },
      }),
    );
    const key = keys.add(gateway.user.id);
    keyId = key.id;
    headers = key.headers;
    client = new OpenAI({ apiKey: key.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  });
  beforeEach(() => {
    records = [];
    gateway.services.received(generationCalls.createRequest);
    gateway.services.received(generationCalls.listRequests);
  });
  afterAll(() => gateway.close());

  function create(newRequest: NewRequest): RequestRecord {
    const {
      userId,
      type,
      prompt,
      model = null,
      planId = null,
      duration = null,
      resolution = '480p',
      apiKeyId = null,
      metadata = {},
      remixOf = null,
      aspectRatio,
    } = newRequest;
    const fields = {
      type,
      prompt,
      model,
      planId,
      duration,
      resolution,
      apiKeyId,
      metadata,
      remixOf,
      jobStatus: 'pending' as const,
    };
    const record = recordOf(userId, fields);
    record.imageKey = newRequest.imageKey ?? null;
    record.options = { ...record.options!, aspectRatio: aspectRatio ?? null };
    records = [record, ...records];
    return record;
  }
  function find(requestId: string): RequestRecord {
    const record = records.find(({ id }) => id === requestId);
    if (!record) throw new LuitError('not_found', 'Request not found.');
    return record;
  }
  const change = (id: string, changes: Partial<RequestRecord>): RequestRecord => Object.assign(find(id), changes);
  const post = (body: object, more: Record<string, string> = {}) =>
    request(gateway.url)
      .post('/v1/videos')
      .set({ ...headers, ...more })
      .send(body);

  it('resource: the unmodified openai client creates, polls, lists, downloads and deletes a video', async () => {
    const created = await client.videos.create({
      prompt: 'a river at dawn',
      model: 'seedance',
      seconds: '5' as never,
      size: '1280x720',
    });
    expect(created).toMatchObject({
      object: 'video',
      status: 'queued',
      seconds: '5',
      size: '1280x720',
      model: 'seedance',
    });
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([
      {
        userId: gateway.user.id,
        apiKeyId: keyId,
        type: 'video',
        prompt: 'a river at dawn',
        duration: 5,
        resolution: '720p',
        model: 'seedance',
        aspectRatio: '16:9',
        idempotencyKey: expect.stringMatching(/^v1:/) as string,
      },
    ]);
    change(created.id, { jobStatus: 'running', progress: 60 });
    expect(await client.videos.retrieve(created.id)).toMatchObject({ status: 'in_progress', progress: 60 });
    await expect(client.videos.downloadContent(created.id)).rejects.toMatchObject({ status: 409 });
    change(created.id, {
      ...{ jobStatus: 'succeeded', status: 'completed', progress: 100, outputKey: OUTPUT, posterKey: POSTER },
      completedAt: '2026-11-01T00:01:00.000Z',
    });
    const finished = await client.videos.retrieve(created.id);
    expect(finished).toMatchObject({ status: 'completed', completed_at: 1_793_491_260, error: null });
    const second = await client.videos.create({ prompt: 'a second one' });
    const listed: string[] = [];
    for await (const video of client.videos.list({ limit: 1 })) listed.push(video.id);
    expect(listed).toEqual([second.id, created.id]);
    const content = await client.videos.downloadContent(created.id);
    expect(await content.text()).toBe('an MP4 video');
    const thumbnail = await client.videos.downloadContent(created.id, { variant: 'thumbnail' });
    expect(await thumbnail.text()).toBe('a JPEG image');
    expect(await client.videos.delete(created.id)).toEqual({ id: created.id, object: 'video.deleted', deleted: true });
    await expect(client.videos.retrieve(created.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('the openai client sends an image that the video starts with, as a file', async () => {
    const image = await toFile(await picture('jpeg'), 'start.jpg', { type: 'image/jpeg' });
    const created = await client.videos.create({ prompt: 'it moves', input_reference: image });
    const [received] = gateway.services.received(generationCalls.createRequest);
    expect(received).toMatchObject({ type: 'image_video', imageKey: expect.stringMatching(/^uploads\//) as string });
    expect(created).toMatchObject({ size: null });
  });

  it('the openai client reads the code of an exhausted budget', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('key_budget_exhausted', 'The monthly budget of this API key has 0 left', {
        details: { required: 22, available: 0, period: 'month' },
      });
    });
    await expect(client.videos.create({ prompt: 'a river' })).rejects.toMatchObject({
      status: 402,
      code: 'key_budget_exhausted',
      type: 'insufficient_quota',
    });
    gateway.services.answer(generationCalls.createRequest, create);
  });

  it('a JSON body with a data URL starts with that image; other URLs are not fetched', async () => {
    const url = `data:image/png;base64,${(await picture('png')).toString('base64')}`;
    await post({ prompt: 'it moves', input_reference: { image_url: url } }).expect(200);
    expect(gateway.services.received(generationCalls.createRequest)).toMatchObject([{ type: 'image_video' }]);
    for (const image_url of [
      'http://169.254.169.254/',
      'data:text/html;base64,AAAA',
      'data:image/png;base64,AAAA',
      7,
    ]) {
      const { status, body } = await post({ prompt: 'it moves', input_reference: { image_url } });
      expect({ image_url, status: status >= 400 && status < 500, body: body as unknown }).toMatchObject({
        status: true,
        body: { code: expect.any(String) as string },
      });
    }
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([]);
  });

  it('an image is deleted if its video is refused', async () => {
    const folder = join(gateway.storageDir, 'uploads');
    const before = await readdir(folder).catch(() => []);
    const url = `data:image/png;base64,${(await picture('png')).toString('base64')}`;
    await post({ prompt: 'it moves', model: 'zeroscope', input_reference: { image_url: url } }).expect(400);
    expect(await readdir(folder)).toEqual(before);
  });

  it.each([
    ['no prompt', {}, 'prompt'],
    ['unknown seconds', { prompt: 'a', seconds: '7' }, 'seconds'],
    ['seconds that are no number', { prompt: 'a', seconds: 'five' }, 'seconds'],
    ['an unknown size', { prompt: 'a', size: '1x1' }, 'size'],
    ['an unknown model', { prompt: 'a', model: 'sora-2' }, 'model'],
    ['a negative seed', { prompt: 'a', seed: -1 }, 'seed'],
  ])('%s is refused with the name of the field', async (_what, input, param) => {
    const { body } = await post(input).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', error: { param, type: 'invalid_request_error' } });
  });

  it('metadata come back, from JSON and from the forms of the openai client', async () => {
    const metadata = { order: '1742', 'a [b]': 'ü' };
    const { body } = await post({ prompt: 'a', metadata }).expect(200);
    expect(body).toMatchObject({ luit: { metadata } });
    const pairs = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key ${i}`, `value ${i}`]));
    const image = await toFile(await picture('jpeg'), 'start.jpg', { type: 'image/jpeg' });
    const sent = {
      prompt: 'it moves',
      seconds: '5',
      size: '854x480',
      seed: 7,
      input_reference: image,
      metadata: pairs,
    };
    const created = await client.videos.create(sent as never);
    expect(created).toMatchObject({ luit: { metadata: pairs, seed: 7 } });
  });

  it.each([
    ['17 pairs', Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`key ${i}`, ''])) as object],
    ['a key of 65 characters', { ['k'.repeat(65)]: '' }],
    ['an empty key', { '': 'a' }],
    ['a value of 513 characters', { a: 'x'.repeat(513) }],
    ['a value that is no text', { a: 7 }],
    ['a list', ['a']],
    ['text', 'a=b'],
  ])('metadata with %s are refused', async (_what, metadata) => {
    const { body } = await post({ prompt: 'a', metadata }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', error: { param: 'metadata' } });
  });

  it('limits: a key with too many unfinished videos is told when to try again', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('key_concurrency_reached', 'This API key has 100 unfinished requests');
    });
    const { body, headers: received } = await post({ prompt: 'a' }).expect(429);
    expect(received['retry-after']).toBe('5');
    expect(body).toMatchObject({ code: 'key_concurrency_reached', error: { type: 'rate_limit_error' } });
    gateway.services.answer(generationCalls.createRequest, create);
  });

  it('a key uses its own models only', async () => {
    const { headers: limited } = keys.add(gateway.user.id, { models: ['zeroscope'] });
    await post({ prompt: 'a' }, limited).expect(403);
    await post({ prompt: 'a', model: 'seedance' }, limited).expect(403);
    await post({ prompt: 'a', model: 'zeroscope' }, limited).expect(200);
    const { body } = await request(gateway.url).get('/v1/models').set(limited).expect(200);
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['zeroscope']);
    await request(gateway.url).post('/v1/quotes').set(limited).send({}).expect(403);
  });

  it('idempotency: an Idempotency-Key is of its API key, and another body is answered with 422', async () => {
    const other = keys.add(gateway.user.id);
    const once = { 'idempotency-key': 'order-1' };
    await post({ prompt: 'a' }, once).expect(200);
    await post({ prompt: 'a' }, once).expect(200);
    await post({ prompt: 'a' }, { ...other.headers, ...once }).expect(200);
    const [first, repeat, ofOther] = gateway.services.received(generationCalls.createRequest);
    expect(first?.idempotencyKey).toMatch(/^v1:/);
    expect(repeat?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(ofOther?.idempotencyKey).not.toBe(first?.idempotencyKey);
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('idempotency_conflict', 'This Idempotency-Key was already used for a different request');
    });
    const { body } = await post({ prompt: 'b' }, once).expect(422);
    expect(body).toMatchObject({ status: 422, code: 'idempotency_conflict' });
    gateway.services.answer(generationCalls.createRequest, create);
  });

  it('a canceled video says so, with its credits returned', async () => {
    const { body: created } = (await post({ prompt: 'a' }).expect(200)) as { body: { id: string } };
    const { body } = await request(gateway.url).post(`/v1/videos/${created.id}/cancel`).set(headers).expect(200);
    expect(body).toMatchObject({
      status: 'failed',
      error: { code: 'canceled' },
      luit: { canceled: true, money: 'returned', api_key_id: keyId },
    });
  });

  it('a finished video is remixed with another prompt by the openai client', async () => {
    const { services, user } = gateway;
    services.answer(generationCalls.remixRequest, ({ requestId, userId, ...input }) =>
      create({
        ...input,
        userId,
        type: 'video',
        model: 'seedance',
        planId: '5s-480p',
        duration: 5,
        remixOf: requestId,
      }),
    );
    const source = recordOf(user.id, { jobStatus: 'succeeded', status: 'completed' });
    records = [source];
    const remixed = await client.videos.remix(source.id, { prompt: 'the same at night' });
    expect(remixed).toMatchObject({ prompt: 'the same at night', remixed_from_video_id: source.id });
    expect(services.received(generationCalls.remixRequest)).toEqual([
      {
        ...{ userId: user.id, apiKeyId: keyId, requestId: source.id, prompt: 'the same at night' },
        idempotencyKey: expect.stringMatching(/^v1:/) as string,
      },
    ]);
    const remix = (id: string, body: object, who = headers) =>
      request(gateway.url).post(`/v1/videos/${id}/remix`).set(who).send(body);
    await remix(recordOf(user.id).id, { prompt: 'a' }).expect(404);
    await remix(source.id, {}).expect(400);
    await remix(source.id, { prompt: 'a' }, keys.add(user.id, { models: ['zeroscope'] }).headers).expect(403);
    expect(services.received(generationCalls.remixRequest)).toEqual([]);
  });

  it('photo restorations are no videos', async () => {
    const record = recordOf(gateway.user.id, { type: 'restore' });
    records = [record];
    await request(gateway.url).get(`/v1/videos/${record.id}`).set(headers).expect(404);
    await request(gateway.url).delete(`/v1/videos/${record.id}`).set(headers).expect(404);
    await request(gateway.url).get('/v1/videos/not-an-id').set(headers).expect(404);
    await request(gateway.url).get('/v1/videos?order=asc').set(headers).expect(200);
    const [query] = gateway.services.received(generationCalls.listRequests);
    expect(query).toMatchObject({ types: ['video', 'image_video'], order: 'asc' });
  });

  it('more: models and quotes show the prices that are charged', async () => {
    const { body } = await request(gateway.url).get('/v1/models').set(headers).expect(200);
    const [seedance] = (body as { data: object[] }).data;
    expect(seedance).toMatchObject({
      id: 'seedance',
      object: 'model',
      luit: {
        is_default: true,
        offers: [
          { seconds: '5', resolution: '480p', credits: 22, from_prompt: true, from_image: true },
          { seconds: '5', resolution: '720p', credits: 36, from_prompt: true, from_image: true },
        ],
      },
    });
    const quote = (input: object) => request(gateway.url).post('/v1/quotes').set(headers).send(input);
    expect((await quote({}).expect(200)).body).toEqual({
      object: 'quote',
      model: 'seedance',
      seconds: '5',
      resolution: '480p',
      credits: 22,
    });
    expect((await quote({ size: '720x1280', seconds: '5' }).expect(200)).body).toMatchObject({ credits: 36 });
    await quote({ model: 'zeroscope', has_input_reference: true }).expect(400);
  });

  it('the balance contains the budget of the key', async () => {
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 40, available: 40, held: 18 }));
    const budget = { keyId, monthlyCredits: 100, totalCredits: null, usedThisMonth: 18, used: 30 };
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({
      budgets: [{ ...budget, resetsAt: '2026-11-30T18:30:00.000Z' }],
    }));
    const { body } = await request(gateway.url).get('/v1/balance').set(headers).expect(200);
    expect(body).toEqual({
      object: 'balance',
      available: 40,
      held: 18,
      budget: {
        monthly_credits: 100,
        total_credits: null,
        used_this_month: 18,
        used: 30,
        resets_at: '2026-11-30T18:30:00.000Z',
      },
    });
  });
});
