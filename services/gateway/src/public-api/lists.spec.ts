import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import OpenAI from 'openai';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../test/gateway-test-app';
import { TestApiKeys } from '../test/test-api-keys';
import { testModel } from '../test/test-models';

describe('lists and models of the public API', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let key: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    ({ key, headers } = keys.add(gateway.user.id));
    const plan = { name: 'Standard', popular: false, description: '', duration: 5, credits: 18 };
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [{ ...plan, id: '5s-480p', quality: '480p' as const }],
      models: [testModel('seedance', { isDefault: true }), testModel('zeroscope')],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(generationCalls.listRequests, () => ({
      ...{ requests: [], favorites: [], shared: [], nextCursor: null },
    }));
  });
  afterAll(() => gateway.close());

  it('lists are filtered by status, time and metadata', async () => {
    const list = (query: string, path = '/v1/videos') =>
      request(gateway.url).get(`${path}?${query}`).set(headers).expect(200);
    await list('status=failed&created_after=1795219200&created_before=2026-12-01T00:00:00%2B05:30');
    await list('metadata[order]=1742&metadata[a%20b]=%C3%BC', '/v1/restorations');
    const [videos, restorations] = gateway.services.received(generationCalls.listRequests);
    expect(videos).toMatchObject({
      jobStatuses: ['failed', 'canceled'],
      createdFrom: '2026-11-21T00:00:00.000Z',
      createdUntil: '2026-12-01T00:00:00+05:30',
    });
    expect(restorations).toMatchObject({ types: ['restore'], metadata: { order: '1742', 'a b': 'ü' } });
    gateway.services.answer(billingCalls.pageTransactions, () => ({ transactions: [], hasMore: false }));
    await list('type=usage&status=pending&created_before=1795219200', '/v1/transactions');
    expect(gateway.services.received(billingCalls.pageTransactions)).toEqual([
      {
        ...{ userId: gateway.user.id, limit: 20, type: 'usage', status: 'pending' },
        createdUntil: '2026-11-21T00:00:00.000Z',
      },
    ]);
  });

  it('a model is returned by its id, unless the key may not use it', async () => {
    const get = (id: string, who = headers) => request(gateway.url).get(`/v1/models/${id}`).set(who);
    expect((await get('zeroscope').expect(200)).body).toMatchObject({ id: 'zeroscope', object: 'model' });
    await get('sora-2').expect(404);
    await get('seedance', keys.add(gateway.user.id, { models: ['zeroscope'] }).headers).expect(404);
    const client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1` });
    expect(await client.models.retrieve('seedance')).toMatchObject({ id: 'seedance', owned_by: 'luit' });
  });
});
