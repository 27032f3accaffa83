import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { newUser, tokenFor } from '../../test/test-tokens';

describe('the provider overview', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
  });
  afterAll(() => gateway.close());

  it('operators see open circuit breakers with their duration and reason', async () => {
    const replicate = {
      name: 'replicate',
      state: 'open',
      failures: 5,
      closedForMs: 42_000,
      pausedMs: 0,
      reason: 'http_500',
      waiting: 3,
      busy: 1,
      slots: 20,
      submitsLeft: 60,
      submitsPerMinute: 600,
      models: ['seedance'],
    } as const;
    gateway.services.answer(generationCalls.listProviders, () => ({
      providers: [{ ...replicate, models: [...replicate.models] }],
    }));
    const { body } = await request(gateway.url)
      .get('/api/admin/providers')
      .set('authorization', `Bearer ${tokenFor(gateway.operators, newUser())}`)
      .expect(200);
    expect(body).toMatchObject({ success: true, data: { providers: [replicate] } });
  });

  it('only operators have access', async () => {
    gateway.services.received(generationCalls.listProviders);
    await request(gateway.url).get('/api/admin/providers').expect(401);
    await request(gateway.url).get('/api/admin/providers').set(gateway.bearer()).expect(403);
    expect(gateway.services.received(generationCalls.listProviders)).toEqual([]);
  });
});
