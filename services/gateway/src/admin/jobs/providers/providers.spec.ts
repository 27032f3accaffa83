import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

const replicate: ProviderOverview = {
  name: 'replicate',
  state: 'open',
  failures: 5,
  openedAt: '2026-11-21T09:30:00.000Z',
  closedForMs: 42_000,
  pausedMs: 0,
  reason: 'http_500',
  waiting: 3,
  busy: 1,
  lastFiveMinutes: { succeeded: 1, finished: 4 },
  lastHour: { succeeded: 40, finished: 44 },
  usualHour: { days: 7, succeeded: 300, finished: 310 },
  slots: 20,
  submitsLeft: 60,
  submitsPerMinute: 600,
  pollsPerMinute: 3_000,
  runP50: 41,
  runP95: 90,
  models: ['seedance'],
  soleFor: [],
  unserved: [],
  stopped: null,
  lastCheck: null,
  isCheckPending: false,
  settings: {
    ...{ kind: 'replicate', dialect: null, baseUrl: 'https://api.replicate.com', isOwn: false, gpuCost: null },
    ...{ concurrency: 20, submitsPerMinute: 600, pollsPerMinute: 3_000, priority: 0 },
  },
  hasCredential: true,
  hasWebhookSecret: true,
};

describe('the provider overview', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });
  afterAll(() => gateway.close());

  it('operators see open circuit breakers with their duration and reason', async () => {
    gateway.services.answer(generationCalls.listProviders, () => ({ providers: [replicate] }));
    const { body } = await request(gateway.url)
      .get('/api/admin/providers')
      .set('authorization', `Bearer ${tokenFor(gateway.operators, newUser())}`)
      .expect(200);
    expect(body).toMatchObject({ success: true, data: { providers: [replicate] } });
  });

  it('an operator checks a provider, drains it and turns it on, with a reason', async () => {
    gateway.services.answer(generationCalls.checkProvider, () => ({ provider: replicate }));
    gateway.services.answer(generationCalls.setProviderState, () => ({ provider: replicate }));
    const admin = newUser();
    const post = (action: string, body: object) =>
      request(gateway.url)
        .post(`/api/admin/providers/replicate/${action}`)
        .set('authorization', `Bearer ${tokenFor(gateway.operators, admin)}`)
        .send(body);
    await post('check', {}).expect(200);
    await post('state', { state: 'draining' }).expect(400);
    await post('state', { state: 'draining', reason: 'Their status page says outage' }).expect(200);
    await post('state', { state: 'on', reason: 'Recovered' }).expect(200);
    expect(gateway.services.received(generationCalls.checkProvider)).toEqual([
      { adminId: admin.id, provider: 'replicate' },
    ]);
    expect(gateway.services.received(generationCalls.setProviderState)).toEqual([
      { adminId: admin.id, provider: 'replicate', state: 'draining', reason: 'Their status page says outage' },
      { adminId: admin.id, provider: 'replicate', state: 'on', reason: 'Recovered' },
    ]);
  });

  it('only owners add and change providers, and what they entered as a secret is not in the answer', async () => {
    gateway.services.answer(generationCalls.createProvider, () => ({ provider: replicate }));
    gateway.services.answer(generationCalls.changeProvider, () => ({ provider: replicate }));
    const admin = newUser();
    const token = `Bearer ${tokenFor(gateway.operators, admin)}`;
    const body = { ...replicate.settings, credential: 'r8_secret', reason: 'A second account' };
    const add = () => request(gateway.url).post('/api/admin/providers').set('authorization', token);
    const change = () => request(gateway.url).put('/api/admin/providers/replicate').set('authorization', token);
    for (const sent of [
      await add()
        .send({ id: 'replicate-2', ...body })
        .expect(201),
      await change().send(body).expect(200),
    ]) {
      expect(sent.text).not.toContain('r8_secret');
    }
    await add()
      .send({ id: 'Not a slug', ...body })
      .expect(400);
    await change()
      .send({ ...body, baseUrl: 'ftp://example.com' })
      .expect(400);
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator({ role: 'operations' }));
    await add()
      .send({ id: 'replicate-2', ...body })
      .expect(403);
    await change().send(body).expect(403);
    await change()
      .send({ ...body, baseUrl: 'http://169.254.169.254/latest/meta-data', isOwn: true })
      .expect(403);
    const connect = request(gateway.url).post('/api/admin/providers/attic/runner-tokens').set('authorization', token);
    await connect.send({ name: 'Attic' }).expect(403);
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    expect(gateway.services.received(generationCalls.createProvider)).toEqual([
      { adminId: admin.id, id: 'replicate-2', ...body },
    ]);
    expect(gateway.services.received(generationCalls.changeProvider)).toEqual([
      { adminId: admin.id, provider: 'replicate', ...body },
    ]);
  });

  it('only operators have access', async () => {
    gateway.services.received(generationCalls.listProviders);
    await request(gateway.url).get('/api/admin/providers').expect(401);
    await request(gateway.url).get('/api/admin/providers').set(gateway.bearer()).expect(403);
    expect(gateway.services.received(generationCalls.listProviders)).toEqual([]);
  });
});
