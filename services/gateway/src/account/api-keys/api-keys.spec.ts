import { authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import type { ApiKeyBudget } from '@luit/contracts/billing/api-key-budgets';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { listedApiKey } from '../../test/test-api-keys';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

/** More than any other test makes. */
const CHANGES = 6;

describe('management of API keys', () => {
  let gateway: GatewayTestApp;
  const keyId = uuidv7();
  const apiKey = listedApiKey({ id: keyId });
  const budget: Omit<ApiKeyBudget, 'keyId'> = {
    monthlyCredits: 500,
    totalCredits: null,
    usedThisMonth: 0,
    used: 0,
    resetsAt: '2026-11-30T18:30:00.000Z',
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, apiKeyChangesPerMinute: CHANGES } });
  });
  beforeEach(async () => {
    await gateway.reset();
    gateway.services.answer(authCalls.createApiKey, () => ({ key: 'luit_live_secret', apiKey }));
    gateway.services.answer(authCalls.listApiKeys, () => ({ keys: [apiKey] }));
    gateway.services.answer(authCalls.updateApiKey, () => apiKey);
    gateway.services.answer(authCalls.rotateApiKey, () => ({ key: 'luit_live_new', apiKey }));
    gateway.services.answer(authCalls.revokeApiKey, () => ({}));
    gateway.services.answer(billingCalls.setApiKeyBudget, () => ({ keyId, ...budget }));
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({
      budgets: [{ keyId, ...budget }],
      testCreditsPerDay: 1_000,
    }));
  });
  afterAll(() => gateway.close());

  const own = () => ({ userId: gateway.user.id });
  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(gateway.url)[method](path).set(gateway.bearer()).send(body);
  const input = { name: 'CI', mode: 'live', scopes: ['videos:write'] };

  it('a key is created with its budget, listed without its secret, changed, rotated and revoked', async () => {
    const { body } = await send('post', '/api/keys', { ...input, monthlyCredits: 500 }).expect(201);
    expect(body).toEqual({ success: true, key: 'luit_live_secret', ...apiKey, budget });
    expect(gateway.services.received(billingCalls.setApiKeyBudget)).toEqual([
      { ...own(), keyId, monthlyCredits: 500, totalCredits: null },
    ]);
    const listed = await send('get', '/api/keys').expect(200);
    expect(listed.body).toEqual({ success: true, keys: [{ ...apiKey, budget }], testCreditsPerDay: 1_000 });
    expect(JSON.stringify(listed.body)).not.toContain('secret');
    await send('patch', `/api/keys/${keyId}`, { name: 'Agent', models: null, totalCredits: 9 }).expect(200);
    expect(gateway.services.received(authCalls.updateApiKey)).toMatchObject([
      { ...own(), keyId, name: 'Agent', models: null },
    ]);
    expect(gateway.services.received(billingCalls.setApiKeyBudget)).toEqual([{ ...own(), keyId, totalCredits: 9 }]);
    const rotated = await send('post', `/api/keys/${keyId}/rotate`, { overlapHours: 2 }).expect(201);
    expect(rotated.body).toMatchObject({ key: 'luit_live_new', budget });
    await send('delete', `/api/keys/${keyId}`).expect(204);
    expect(gateway.services.received(authCalls.revokeApiKey)).toEqual([{ ...own(), keyId }]);
  });

  it('a key whose budget cannot be set is revoked, and its secret is not returned', async () => {
    gateway.services.answer(billingCalls.setApiKeyBudget, () => {
      throw new LuitError('unavailable', 'Please try again');
    });
    const { text } = await send('post', '/api/keys', input).expect(503);
    expect(text).not.toContain('secret');
    expect(gateway.services.received(authCalls.revokeApiKey)).toEqual([{ ...own(), keyId }]);
  });

  it('an account changes its keys only so often, and still lists them', async () => {
    const changes = Array.from({ length: CHANGES }, () =>
      send('patch', `/api/keys/${keyId}`, { name: 'A' }).expect(200),
    );
    await Promise.all(changes);
    const { headers } = await send('post', '/api/keys', input).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await send('delete', `/api/keys/${keyId}`).expect(429);
    await send('post', `/api/keys/${keyId}/rotate`, {}).expect(429);
    await send('get', '/api/keys').expect(200);
  });

  it('a test key belongs to its owner, and its budget to the test account', async () => {
    const testKey = { ...apiKey, mode: 'test' as const, prefix: 'luit_test_' };
    gateway.services.answer(authCalls.createApiKey, () => ({ key: 'luit_test_secret', apiKey: testKey }));
    gateway.services.answer(authCalls.updateApiKey, () => testKey);
    const { body } = await send('post', '/api/keys', { ...input, mode: 'test' }).expect(201);
    expect(body).toMatchObject({ key: 'luit_test_secret', mode: 'test' });
    await send('patch', `/api/keys/${keyId}`, { totalCredits: 9 }).expect(200);
    expect(gateway.services.received(authCalls.createApiKey)).toMatchObject([{ ...own(), ...input, mode: 'test' }]);
    const ofTest = { userId: testAccountOf(gateway.user.id), keyId };
    expect(gateway.services.received(billingCalls.setApiKeyBudget)).toEqual([
      { ...ofTest, monthlyCredits: null, totalCredits: null },
      { ...ofTest, totalCredits: 9 },
    ]);
  });

  it.each([
    ['no scope', { ...input, scopes: [] }, 'scopes'],
    ['an unknown scope', { ...input, scopes: ['admin'] }, 'scopes'],
    ['a network that is none', { ...input, networks: ['10.0.0.0/99'] }, 'networks'],
    ['a negative budget', { ...input, monthlyCredits: -1 }, 'monthlyCredits'],
    ['an expiry that is no time', { ...input, expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('a key with %s is refused with the field', async (_what, body, field) => {
    const { body: refusal } = await send('post', '/api/keys', body).expect(400);
    expect(Object.keys((refusal as { details: object }).details)).toEqual([field]);
  });
});
