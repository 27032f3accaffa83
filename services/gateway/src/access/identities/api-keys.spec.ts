import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { billingCalls } from '@luit/contracts/billing/messages';
import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { spendAllowance } from '../../test/spend-allowance';
import { TestApiKeys } from '../../test/test-api-keys';
import { RATE_LIMITS } from '../limits/rate-limits';
import { ApiKeyGrants } from './api-key-grants';

/** Changes the last character. */
function withTypingError(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

describe('API keys at the gateway', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 40, available: 40, held: 2 }));
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({ budgets: [] }));
  });
  afterAll(() => gateway.close());

  const get = (headers: Record<string, string>, path = '/v1/balance') => request(gateway.url).get(path).set(headers);

  it('a key acts for its account, and the answer has no envelope', async () => {
    const { headers } = keys.add(gateway.user.id);
    const { body } = await get(headers).expect(200);
    expect(body).toEqual({ object: 'balance', available: 40, held: 2, budget: null });
    expect(gateway.services.received(billingCalls.getBalance)).toEqual([{ userId: gateway.user.id }]);
  });

  it('a test key acts for the test account of its owner', async () => {
    const { key, headers } = keys.add(gateway.user.id, { mode: 'test' });
    expect(key).toMatch(/^luit_test_/);
    gateway.services.received(billingCalls.getBalance);
    await get(headers).expect(200);
    const calls = gateway.services.received(billingCalls.getBalance);
    expect(calls.at(-1)).toEqual({ userId: testAccountOf(gateway.user.id) });
    await get(headers, '/api/credits/balance').expect(401);
  });

  it.each([
    ['no key', undefined, /Send your API key/],
    ['another scheme', 'Basic abc', /Send your API key/],
    ['a key with a typing error', `Bearer ${withTypingError(newApiKey('live'))}`, /malformed/],
    ['half a key', 'Bearer luit_live_abc', /malformed/],
    ['an unknown key', `Bearer ${newApiKey('live')}`, /unknown, revoked or expired/],
  ])('%s is refused with problem details', async (_what, authorization, detail) => {
    const { body, headers } = await get(authorization === undefined ? {} : { authorization }).expect(401);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
    expect(body).toEqual({
      type: 'urn:luit:error:unauthorized',
      title: 'Unauthorized',
      status: 401,
      detail: expect.stringMatching(detail) as string,
      code: 'unauthorized',
      request_id: headers['x-request-id'],
      error: {
        message: (body as { detail: string }).detail,
        type: 'authentication_error',
        code: 'unauthorized',
        param: null,
      },
    });
  });

  it('a person’s token is refused under /v1, and a key everywhere else', async () => {
    const { headers } = keys.add(gateway.user.id);
    const person = await get(gateway.bearer()).expect(401);
    expect((person.body as { detail: string }).detail).toMatch(/Only API keys/);
    const web = await get(headers, '/api/credits/balance').expect(401);
    expect(web.body).toMatchObject({ success: false, message: 'API keys work for the routes under /v1 only.' });
    await get(headers, '/api/keys').expect(401);
    await request(gateway.url).post('/api/keys').set(headers).send({}).expect(401);
  });

  it.each(['/v1/balance?api_key=', '/v1/balance?x=', '/api/plans?key=', '/?'])(
    'a key in the URL %s is refused on every route',
    async (path) => {
      const { key } = keys.add(gateway.user.id);
      const { text } = await get({}, path + key).expect(400);
      expect(text).toMatch(/not in the URL/);
      expect(text).not.toContain(key);
      await get({}, path + key.replaceAll('_', '%5F')).expect(400);
    },
  );

  it('keys: scopes, networks and expiry are checked', async () => {
    const { headers: limited } = keys.add(gateway.user.id, { scopes: ['videos:read'] });
    const { body } = await get(limited).expect(403);
    expect(body).toMatchObject({ code: 'forbidden', details: { scope: 'billing:read' } });
    await get(keys.add(gateway.user.id, { networks: ['203.0.113.0/24', '2001:db8::/32'] }).headers).expect(403);
    await get(keys.add(gateway.user.id, { networks: ['203.0.113.0/24', '127.0.0.0/8'] }).headers).expect(200);
    await get(keys.add(gateway.user.id, { networks: ['127.0.0.1', '::1'] }).headers).expect(200);
    const expiresAt = new Date(Date.now() + 200).toISOString();
    const { headers: short } = keys.add(gateway.user.id, { expiresAt });
    await get(short).expect(200);
    await eventually(async () => expect((await get(short)).status).toBe(401));
  });

  it('a busy key costs auth one call a second', async () => {
    const { headers } = keys.add(gateway.user.id);
    await get(headers);
    const before = keys.lookups;
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => get(headers).expect(200)));
    expect(keys.lookups - before).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 900));
  });

  it('a revoked key is refused at once by a broadcast', async () => {
    const { key, id, headers } = keys.add(gateway.user.id);
    await get(headers).expect(200);
    keys.revoke(key);
    // Time stands still, so what is known of the key does not expire.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await gateway.broadcasts.publish(authBroadcasts.apiKeysChanged, { keyIds: [id] });
      await eventually(async () => expect((await get(headers)).status).toBe(401));
    } finally {
      clock.mockRestore();
    }
  });

  it('a revoked key is refused within a second although the broadcast was lost', async () => {
    const { key, headers } = keys.add(gateway.user.id);
    await get(headers).expect(200);
    const revokedAt = performance.now();
    keys.revoke(key);
    let lastAccepted = revokedAt;
    await eventually(async () => {
      const sentAt = performance.now();
      const { status } = await get(headers);
      if (status === 200) lastAccepted = sentAt;
      expect(status).toBe(401);
    });
    expect(lastAccepted - revokedAt).toBeLessThan(1_000);
  });

  it('checking a known key takes at most 0.3 ms at the median', async () => {
    const { key } = keys.add(gateway.user.id);
    const grants = gateway.running.app.get(ApiKeyGrants);
    const times: number[] = [];
    for (let i = 0; i < 2_000; i += 1) {
      const startedAt = performance.now();
      await grants.find(key, '127.0.0.1');
      times.push(performance.now() - startedAt);
    }
    expect(times.sort((a, b) => a - b)[1_000]).toBeLessThan(0.3);
  });

  it('an unknown URL under /v1 is answered with problem details', async () => {
    const { body } = await get({}, '/v1/nothing').expect(404);
    expect(body).toMatchObject({ status: 404, code: 'not_found', error: { type: 'invalid_request_error' } });
  });

  it('while auth does not answer, keys are refused with 503', async () => {
    const { headers } = keys.add(gateway.user.id);
    gateway.services.answer(authCalls.findApiKey, () => {
      throw new Error('down');
    });
    const { status } = await get(headers);
    expect([500, 503]).toContain(status);
  });
});

// On their own, because passport strategies are global: the gateway started last verifies all tokens.
describe('limits of API keys', () => {
  it('an address that tries many unknown keys is refused before auth is asked', async () => {
    const gateway = await startGatewayTestApp();
    const keys = new TestApiKeys(gateway.services);
    const statuses: number[] = [];
    await spendAllowance({ size: 30, windowMs: 60_000 }, async () => {
      const headers = { authorization: `Bearer ${newApiKey('live')}` };
      const answer = await request(gateway.url).get('/v1/balance').set(headers);
      statuses.push(answer.status);
      return answer;
    });
    expect(statuses).toEqual([...Array<number>(statuses.length - 1).fill(401), 429]);
    expect(keys.lookups).toBe(statuses.length - 1);
    await gateway.close();
  });

  it('responses tell the rate limit, and a key above it has to wait', async () => {
    const gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, publicApiPerMinute: 3 } });
    const { headers } = new TestApiKeys(gateway.services).add(gateway.user.id);
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 40, available: 40, held: 2 }));
    gateway.services.answer(billingCalls.listApiKeyBudgets, () => ({ budgets: [] }));
    const send = () => request(gateway.url).get('/v1/balance').set(headers);
    const first = await send().expect(200);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"requests";q=3;w=60',
      ratelimit: '"requests";r=2;t=20',
    });
    await send().expect(200);
    await send().expect(200);
    const refused = await send().expect(429);
    expect(refused.headers['ratelimit']).toMatch(/^"requests";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ code: 'too_many_requests', error: { type: 'rate_limit_error' } });
    await gateway.close();
  });
});
