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
  outOfRotation: null,
  lastCheck: null,
  isCheckPending: false,
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

  it('an operator checks a provider, takes it out of rotation and puts it back, with a reason', async () => {
    gateway.services.answer(generationCalls.checkProvider, () => ({ provider: replicate }));
    gateway.services.answer(generationCalls.setProviderRotation, () => ({ provider: replicate }));
    const admin = newUser();
    const post = (action: string, body: object) =>
      request(gateway.url)
        .post(`/api/admin/providers/replicate/${action}`)
        .set('authorization', `Bearer ${tokenFor(gateway.operators, admin)}`)
        .send(body);
    await post('check', {}).expect(200);
    await post('take-out', {}).expect(400);
    await post('take-out', { reason: 'Their status page says outage' }).expect(200);
    await post('put-back', { reason: 'Recovered' }).expect(200);
    expect(gateway.services.received(generationCalls.checkProvider)).toEqual([
      { adminId: admin.id, provider: 'replicate' },
    ]);
    expect(gateway.services.received(generationCalls.setProviderRotation)).toEqual([
      { adminId: admin.id, provider: 'replicate', isOut: true, reason: 'Their status page says outage' },
      { adminId: admin.id, provider: 'replicate', isOut: false, reason: 'Recovered' },
    ]);
  });

  it('only operators have access', async () => {
    gateway.services.received(generationCalls.listProviders);
    await request(gateway.url).get('/api/admin/providers').expect(401);
    await request(gateway.url).get('/api/admin/providers').set(gateway.bearer()).expect(403);
    expect(gateway.services.received(generationCalls.listProviders)).toEqual([]);
  });
});
