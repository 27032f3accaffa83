import { billingCalls } from '@luit/contracts/billing/messages';
import { modelRetired } from '@luit/contracts/generation/catalog/lifecycle';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../test/gateway-test-app';
import { TestApiKeys } from '../test/test-api-keys';

const RETIRED = { id: 'gone', name: 'Gone', replacement: 'current' };
const HEADERS = {
  deprecation: '@1795946400',
  sunset: 'Tue, 12 Jan 2027 18:30:00 GMT',
  link: '</v1/models/current>; rel="successor-version"',
};

describe('models that retire, for programs', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    headers = keys.add(gateway.user.id).headers;
    const { services } = gateway;
    const supports = [{ type: 'video' as const, durations: [5], resolutions: ['480p'] }];
    const parameters = {
      prompt: { maxCharacters: 400 },
      duration: { values: [5], default: 5 },
      resolution: { values: ['480p' as const], default: '480p' as const },
    };
    const choices = { text: { hasLastImage: false, references: 0, parameters }, image: null };
    const model = { factor: 1, price: { perSecond: { '480p': 3_600 } }, supports, choices };
    const deprecation = { since: '2026-11-29T10:00:00.000Z', endsAt: '2027-01-12', replacement: 'current' };
    services.answer(generationCalls.listPlans, () => ({
      plans: [
        {
          ...{ id: '5s-480p', name: 'Standard', duration: 5, credits: 18, quality: '480p' as const },
          ...{ popular: false, description: '' },
        },
      ],
      models: [
        { ...model, id: 'current', name: 'Current', isDefault: true },
        { ...model, id: 'ending', name: 'Ending', isDefault: false, deprecation },
      ],
      retired: [RETIRED],
      imageModels: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
    services.answer(generationCalls.createRequest, ({ userId, model: id = null, idempotencyKey }) => {
      if (id === 'gone' && idempotencyKey === undefined) throw modelRetired(RETIRED);
      return recordOf(userId, { model: id, planId: '5s-480p' });
    });
    services.answer(generationCalls.remixRequest, () => {
      throw modelRetired(RETIRED);
    });
    services.answer(generationCalls.getRequest, ({ userId }) => recordOf(userId, { model: 'ending' }));
    services.answer(generationCalls.createPendingOrder, () => {
      throw modelRetired(RETIRED);
    });
    services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
  });
  afterAll(() => gateway.close());

  const get = (path: string) => request(gateway.url).get(path).set(headers);
  const post = (path: string, body: object, more: object = {}) =>
    request(gateway.url)
      .post(path)
      .set({ ...headers, ...more })
      .send(body);
  const isRetired = ({ body }: request.Response) =>
    expect(body).toMatchObject({
      ...{ status: 410, code: 'model_retired', detail: 'Gone was retired. Use current instead.' },
      details: { model: 'gone', replacement: 'current' },
    });

  it('the list and each model say the state, the end and the replacement', async () => {
    const { body, headers: sent } = await get('/v1/models').expect(200);
    const models = (body as { data: { id: string; luit: object }[] }).data;
    expect(models.map(({ id, luit }) => [id, luit])).toMatchObject([
      ['current', { state: 'live', deprecated_at: null, ends_at: null, replacement: null }],
      [
        'ending',
        {
          ...{ state: 'deprecated', deprecated_at: '2026-11-29T10:00:00.000Z' },
          ...{ ends_at: '2027-01-12T18:30:00.000Z', replacement: 'current' },
        },
      ],
    ]);
    expect(sent).not.toHaveProperty('deprecation');
  });

  it('responses about a deprecated model carry Deprecation, Sunset and Link, and no others', async () => {
    const ending = [
      await get('/v1/models/ending').expect(200),
      await post('/v1/quotes', { model: 'ending' }).expect(200),
      await post('/v1/videos', { prompt: 'A boat', model: 'ending' }).expect(200),
      await get('/v1/videos/019ac0e4-7c1e-7b6e-a1ff-2f6a5d3c9b10').expect(200),
    ];
    for (const response of ending) expect(response.headers).toMatchObject(HEADERS);
    const current = [await get('/v1/models/current'), await post('/v1/videos', { prompt: 'A boat' }).expect(200)];
    for (const response of current) {
      for (const name of Object.keys(HEADERS)) expect(response.headers).not.toHaveProperty(name);
    }
  });

  it('a retired model is answered 410 with its replacement: model, quote, video, remix, agent and guest', async () => {
    isRetired(await get('/v1/models/gone'));
    isRetired(await post('/v1/quotes', { model: 'gone' }));
    isRetired(await post('/v1/videos', { prompt: 'A boat', model: 'gone' }));
    isRetired(await post('/v1/videos/019ac0e4-7c1e-7b6e-a1ff-2f6a5d3c9b10/remix', { prompt: 'A boat' }));
    const message = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'generate_video', arguments: { prompt: 'A boat', model: 'gone' } },
    };
    const { body } = await post('/mcp', message).expect(200);
    const { result } = body as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toContain('model_retired');
    expect(result.content[0]!.text).toContain('current');
    const guest = { planId: '5s-480p', duration: 5, prompt: 'A boat', model: 'gone' };
    const order = await request(gateway.url)
      .post('/api/payments/order')
      .send({ ...guest, guestSessionId: 'b3b6c1a0-0000-4000-8000-000000000001' });
    expect(order.status).toBe(410);
    expect(order.body).toMatchObject({ success: false, code: 'model_retired', details: { replacement: 'current' } });
  });

  it('a request that was accepted before the retirement is answered again', async () => {
    const { body } = await post('/v1/videos', { prompt: 'A boat', model: 'gone' }, { 'idempotency-key': 'order-7' });
    expect(body).toMatchObject({ object: 'video', model: 'gone' });
  });

  it('a key that may not use a retired model learns nothing about it', async () => {
    const { headers: limited } = keys.add(gateway.user.id, { models: ['current'] });
    await request(gateway.url).get('/v1/models/gone').set(limited).expect(404);
  });
});
