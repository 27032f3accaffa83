import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { CallContract } from '@luit/contracts/messages/message';
import OpenAI, { toFile } from 'openai';
import request from 'supertest';
import { z } from 'zod';
import { buildApiDocument } from '../http/documents/api-document';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../test/gateway-test-app';
import { LosingProxy } from '../test/losing-proxy';
import { TestApiKeys } from '../test/test-api-keys';
import { picture } from '../test/test-images';
import { routesOf } from '../test/test-routes';
import { newUser } from '../test/test-tokens';
import { testImageModel, testModel } from '../test/test-models';

const RETRY_COUNT = 'x-stainless-retry-count';

/** The calls that hold credits for a new request. */
const SPENDING = Object.values<CallContract<unknown, unknown>>(generationCalls).filter(
  ({ input, name }) =>
    input instanceof z.ZodObject && 'idempotencyKey' in input.shape && /create|remix|retry/i.test(name),
);

/** Valid bodies of the routes of the public API that change something. */
/** Routes that need an image. */
const PICTURES = ['POST /v1/restorations', 'POST /v1/images/edits'];
const BODIES: Record<string, Record<string, string>> = {
  'POST /v1/images': { prompt: 'a kite' },
  'POST /v1/images/generations': { prompt: 'a kite' },
  'POST /v1/images/edits': { prompt: 'a kite' },
  'POST /v1/videos': { prompt: 'a river' },
  'POST /v1/videos/:id/remix': { prompt: 'a river' },
};

describe('lost answers of the public API', () => {
  let gateway: GatewayTestApp;
  let proxy: LosingProxy;
  let keys: TestApiKeys;
  /** The first record of each key, which is what generation keeps. */
  let records: { key: string | undefined; record: RequestRecord }[] = [];
  /** The refusals of the next requests. */
  let refusals: LuitError[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    proxy = await LosingProxy.start(gateway.url);
    keys = new TestApiKeys(gateway.services);
    const plan = { name: 'Standard', popular: false, description: '', duration: 5, credits: 18 };
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [{ ...plan, id: '5s-480p', quality: '480p' as const }],
      models: [testModel('seedance', { isDefault: true })],
      imageModels: [testImageModel('nano-banana-2.1', { isDefault: true })],
      restorePlans: [{ id: 'restore-standard', quality: 'standard' as const, credits: 12 }],
      restoreModel: 'gfpgan',
      retired: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.getRequest, ({ userId, requestId }) =>
      recordOf(userId, { id: requestId, jobStatus: 'succeeded', status: 'completed', type: 'video' }),
    );
    gateway.services.answer(generationCalls.createRequest, ({ userId, type, imageKey = null, idempotencyKey }) =>
      create(idempotencyKey, { ...recordOf(userId, { type }), imageKey }),
    );
    gateway.services.answer(generationCalls.remixRequest, ({ userId, idempotencyKey }) =>
      create(idempotencyKey, recordOf(userId)),
    );
  });
  beforeEach(() => {
    records = [];
    refusals = [];
    proxy.losing = 0;
    proxy.received.length = 0;
  });
  afterAll(async () => {
    await proxy.close();
    await gateway.close();
  });

  function create(key: string | undefined, record: RequestRecord): RequestRecord {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    const earlier = key === undefined ? undefined : records.find((each) => each.key === key);
    if (earlier) return earlier.record;
    records.push({ key, record });
    return record;
  }

  /** The unmodified client with its default retries, of an account of its own. */
  const clientOf = (userId = newUser().id) => new OpenAI({ apiKey: keys.add(userId).key, baseURL: `${proxy.url}/v1` });

  describe('the unmodified openai client', () => {
    it.each([1, 2])('gets the first video after %d lost answers', async (losses) => {
      const client = clientOf();
      proxy.losing = losses;
      const video = await client.videos.create({ prompt: 'a river' });
      expect(records.map(({ record }) => record.id)).toEqual([video.id]);
      expect(proxy.received.map((headers) => headers[RETRY_COUNT])).toEqual(
        Array.from({ length: losses + 1 }, (_, i) => String(i)),
      );
      expect(proxy.received[0]).not.toHaveProperty('idempotency-key');
    });

    it('gets the first video with an image after a lost answer, and the new upload is deleted', async () => {
      const image = await toFile(await picture('jpeg'), 'start.jpg', { type: 'image/jpeg' });
      proxy.losing = 1;
      const video = await clientOf().videos.create({ prompt: 'it moves', input_reference: image });
      expect(records.map(({ record }) => record.id)).toEqual([video.id]);
    });

    it('gets the first remix after a lost answer', async () => {
      proxy.losing = 1;
      const video = await clientOf().videos.remix(newUser().id, { prompt: 'at night' });
      expect(records.map(({ record }) => record.id)).toEqual([video.id]);
    });

    it('makes a second video of a second request', async () => {
      const client = clientOf();
      const first = await client.videos.create({ prompt: 'a river' });
      const second = await client.videos.create({ prompt: 'a river' });
      expect(second.id).not.toBe(first.id);
      proxy.losing = 1;
      const third = await client.videos.create({ prompt: 'a river' });
      expect(records).toHaveLength(3);
      expect(third.id).toBe(records[2]?.record.id);
    });

    it('makes as many videos as there are equal requests at the same time, whichever answers are lost', async () => {
      const client = clientOf();
      proxy.losing = 3;
      const videos = await Promise.all(Array.from({ length: 5 }, () => client.videos.create({ prompt: 'a river' })));
      expect(records).toHaveLength(5);
      expect(records.map(({ record }) => record.id)).toEqual(expect.arrayContaining(videos.map(({ id }) => id)));
    });

    it('makes the video of a request that was refused for the moment, although an equal one exists', async () => {
      const client = clientOf();
      const first = await client.videos.create({ prompt: 'a river' });
      refusals = [new LuitError('key_concurrency_reached', 'Full', { retryAfterSeconds: 1 })];
      const second = await client.videos.create({ prompt: 'a river' });
      expect(second.id).not.toBe(first.id);
      expect(records).toHaveLength(2);
    });

    it('waits for its first attempt if it is still being accepted', async () => {
      refusals = [
        new LuitError('unavailable', 'Busy', { retryAfterSeconds: 1 }),
        new LuitError('idempotency_in_progress', 'In progress'),
      ];
      await clientOf().videos.create({ prompt: 'a river' });
      expect(records).toHaveLength(1);
      expect(proxy.received).toHaveLength(3);
    });

    it('does not repeat what cannot succeed', async () => {
      refusals = [new LuitError('conflict', 'No')];
      await expect(clientOf().videos.create({ prompt: 'a river' })).rejects.toMatchObject({
        status: 409,
        code: 'conflict',
      });
      expect(proxy.received).toHaveLength(1);
    });
  });

  it('clients that count no retries make a video with each request', async () => {
    const { headers } = keys.add(newUser().id);
    for (let i = 0; i < 2; i += 1) {
      await request(gateway.url).post('/v1/videos').set(headers).send({ prompt: 'a river' }).expect(200);
    }
    expect(records.map(({ key }) => key)).toEqual([undefined, undefined]);
  });

  it.each([
    ['idempotency_in_progress', 409, 'true', '1'],
    ['conflict', 409, 'false', undefined],
    ['not_finished', 409, 'false', undefined],
    ['idempotency_conflict', 422, 'false', undefined],
    ['insufficient_credits', 402, 'false', undefined],
    ['key_concurrency_reached', 429, 'true', '5'],
    ['unavailable', 503, 'true', '2'],
    ['internal_error', 500, 'true', undefined],
  ] as const)('%s is %d and says x-should-retry: %s, Retry-After: %s', async (code, status, should, after) => {
    refusals = [new LuitError(code, 'No')];
    const { headers } = keys.add(newUser().id);
    const answer = await request(gateway.url).post('/v1/videos').set(headers).send({ prompt: 'a' }).expect(status);
    expect(answer.body).toMatchObject({ code });
    expect([answer.headers['x-should-retry'], answer.headers['retry-after']]).toEqual([should, after]);
  });

  describe('every route that spends', () => {
    /** The routes that declare an Idempotency-Key. */
    /** Take a key, and give away nothing of value. */
    const WITHOUT_COST = ['POST /v1/webhook_endpoints', 'POST /v1/webhook_endpoints/:id/rotate_secret'];
    const declared = async (): Promise<string[]> => {
      const { paths } = await buildApiDocument();
      return Object.entries(paths)
        .filter(([path]) => path.startsWith('/v1/'))
        .flatMap(([path, item]) =>
          Object.entries(item as Record<string, { parameters?: { name?: string }[] }>)
            .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
            .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
        );
    };

    it('it declares an Idempotency-Key, and a retry without one has the key of its first attempt', async () => {
      expect(SPENDING.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['generation.createRequest', 'generation.remixRequest', 'generation.retryRequest']),
      );
      gateway.services.answerOthers(() => {
        throw new LuitError('conflict', 'Asked for');
      });
      const image = await picture('jpeg');
      const spending: string[] = [];
      for (const { route } of routesOf(gateway).filter(({ route: each }) => /^(POST|PUT|PATCH) \/v1\//.test(each))) {
        const { headers } = keys.add(newUser().id);
        const [method = '', path = ''] = route.split(' ');
        const url = path.replace(':id', newUser().id);
        const send = (retryCount: number) => {
          const sent = request(gateway.url)[method.toLowerCase() as 'post'](url);
          void sent.set({ ...headers, [RETRY_COUNT]: String(retryCount) });
          const body = BODIES[route] ?? {};
          return PICTURES.includes(route) ? sent.field(body).attach('image', image, 'a.jpg') : sent.send(body);
        };
        SPENDING.forEach((call) => gateway.services.received(call));
        const idempotencyKeys: (string | undefined)[] = [];
        for (const retryCount of [0, 0, 1, 1, 2]) {
          await send(retryCount);
          const calls = SPENDING.flatMap((call) => gateway.services.received(call) as { idempotencyKey?: string }[]);
          idempotencyKeys.push(...calls.map(({ idempotencyKey }) => idempotencyKey));
        }
        if (idempotencyKeys.length === 0) continue;
        spending.push(route);
        const [first, second, ...retries] = idempotencyKeys;
        expect({ route, isKeyed: Boolean(first && second), areTwo: first !== second }).toEqual({
          ...{ route, isKeyed: true, areTwo: true },
        });
        expect(new Set(retries.slice(0, 2))).toEqual(new Set([first, second]));
        expect([first, second]).toContain(retries[2]);
      }
      expect([...spending, ...WITHOUT_COST].sort()).toEqual((await declared()).sort());
    });
  });
});
