import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';

describe('the response envelope', () => {
  let gateway: GatewayTestApp;
  const credits = { credits: 82, available: 82, held: 18 };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(billingCalls.getBalance, () => credits);
  });
  afterAll(() => gateway.close());

  it('a response has its fields and success; credit responses repeat the fields in data [CR-13, CR-18]', async () => {
    const answer = await request(gateway.url).get('/api/credits/balance').set(gateway.bearer()).expect(200);
    expect(answer.body).toEqual({ success: true, message: 'Credit balance', ...credits, data: credits });
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [],
      models: [],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    const plans = await request(gateway.url).get('/api/plans').expect(200);
    expect(plans.body).toEqual({ success: true, plans: [], models: [], retired: [] });
  });

  it('errors share one shape, with the request id of the header [SRV-19]', async () => {
    const answer = await request(gateway.url).get('/api/credits/balance').expect(401);
    expect(answer.body).toEqual({
      success: false,
      code: 'unauthorized',
      message: 'No active session',
      error: 'No active session',
      requestId: answer.headers['x-request-id'],
    });
  });

  it('API responses are not stored by caches', async () => {
    const paths = ['/api/credits/balance', '/%61pi/credits/balance'];
    for (const path of paths) {
      const answers = [request(gateway.url).get(path), request(gateway.url).get(path).set(gateway.bearer())];
      for (const { headers } of await Promise.all(answers)) expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('a valid x-request-id is kept and any other is replaced', async () => {
    const kept = await request(gateway.url).get('/api/nothing').set('x-request-id', 'trace-12345678').expect(404);
    expect(kept.body).toMatchObject({ code: 'not_found', requestId: 'trace-12345678' });
    const replaced = await request(gateway.url).get('/api/nothing').set('x-request-id', '<script>alert(1)</script>');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['get', 'post', 'put', 'patch', 'delete'] as const)(
    '%s of an unknown address is answered with 404',
    async (method) => {
      const answer = await request(gateway.url)[method]('/api/nothing/here').expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
    },
  );

  it('errors of services are returned with status, details and Retry-After', async () => {
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('insufficient_credits', 'Insufficient credits', { details: { shortfall: 11 } });
    });
    const body = { prompt: 'a river', duration: 5 };
    const poor = await request(gateway.url).post('/api/generate').set(gateway.bearer()).send(body).expect(402);
    expect(poor.body).toMatchObject({ code: 'insufficient_credits', details: { shortfall: 11 } });
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('unavailable', 'Not now', { retryAfterSeconds: 2.4 });
    });
    const later = await request(gateway.url).post('/api/generate').set(gateway.bearer()).send(body).expect(503);
    expect(later.headers['retry-after']).toBe('3');
  });

  it('an unexpected error does not reveal its cause', async () => {
    gateway.services.answer(billingCalls.getBalance, () => {
      throw new Error('column "secret" does not exist');
    });
    const answer = await request(gateway.url).get('/api/credits/balance').set(gateway.bearer()).expect(500);
    expect(answer.body).toMatchObject({ code: 'internal_error' });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    gateway.services.answer(billingCalls.getBalance, () => credits);
  });

  it('a call timeout is answered with 503 and Retry-After', async () => {
    let release = (): void => undefined;
    const stuck = new Promise<{ isDuplicate: boolean }>((resolve) => (release = () => resolve({ isDuplicate: false })));
    gateway.services.answer(billingCalls.receiveWebhook, () => stuck);
    const answer = await request(gateway.url)
      .post('/api/webhooks/razorpay')
      .set('x-razorpay-signature', 'f00')
      .send({})
      .expect(503);
    release();
    expect(answer.body).toMatchObject({ code: 'unavailable' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a Redis outage is answered with 503 at once, and the gateway recovers', async () => {
    await request(gateway.url).get('/api/credits/balance').set(gateway.bearer()).expect(200);
    await gateway.redis.stop();
    const body = { prompt: 'a river', duration: 5 };
    for (const send of [
      () => request(gateway.url).get('/api/credits/balance'),
      () => request(gateway.url).post('/api/generate').send(body),
    ]) {
      const answer = await send().set(gateway.bearer()).expect(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await gateway.redis.start();
    await eventually(() => request(gateway.url).get('/api/credits/balance').set(gateway.bearer()).expect(200));
  });

  describe('bodies', () => {
    const signIn = (body: string, type = 'application/json') =>
      request(gateway.url).post('/api/auth/signin').set('content-type', type).send(body);

    it.each(['{bad', 'email=a&password=b', '"', 'null x'])('%j is invalid_json', async (body) => {
      expect((await signIn(body).expect(400)).body).toMatchObject({ code: 'invalid_json' });
    });

    it.each(['null', '[]', '42', '"text"', 'true'])('%s is not an object', async (body) => {
      expect((await signIn(body).expect(400)).body).toMatchObject({ code: 'validation_failed' });
    });

    it.each([
      ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
      ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
      ['brackets alone', '['.repeat(60_000)],
    ])('10,000 levels of %s are rejected, and the next request is served', async (_, body) => {
      await signIn(body).expect(400);
      await request(gateway.url).get('/api/auth/session').expect(200);
    });

    it('a malformed URL is answered with 404', async () => {
      for (const path of ['/api/requests/%ZZ', `/api/requests/${'x'.repeat(300)}`]) {
        const answer = await request(gateway.url).get(path).expect(404);
        expect(answer.body).toMatchObject({
          success: false,
          code: 'not_found',
          requestId: answer.headers['x-request-id'],
        });
      }
    });

    it('every invalid field is reported', async () => {
      const answer = await signIn('{"email": 7}').expect(400);
      expect(answer.body).toMatchObject({
        code: 'validation_failed',
        details: { email: 'Email is required', password: 'Password is required' },
      });
    });

    it('undeclared fields are stripped [SRV-03]', async () => {
      gateway.services.answer(authCalls.signUp, () => ({
        requires_email_confirmation: true,
        user: userOf(gateway.user),
      }));
      const declared = { email: 'a@b.co', password: 'secret1', name: 'A' };
      const body = JSON.stringify({ ...declared, role: 'admin', credits: 9 }).replace(
        '{',
        '{"__proto__":{"isAdmin":true},',
      );
      await request(gateway.url).post('/api/auth/signup').type('json').send(body).expect(201);
      const device = { ip: '127.0.0.1', userAgent: '' };
      expect(gateway.services.received(authCalls.signUp)).toEqual([{ ...declared, device }]);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });
  });

  it.each([
    ['an empty prompt', { prompt: '', duration: 5 }, 'prompt'],
    ['a blank prompt', { prompt: '  ', duration: 5 }, 'prompt'],
    ['a prompt of 2,001 characters', { prompt: 'x'.repeat(2_001), duration: 5 }, 'prompt'],
    ['a prompt that is not a string', { prompt: ['x'], duration: 5 }, 'prompt'],
    ['no prompt', { duration: 5 }, 'prompt'],
    ['a duration of 601', { prompt: 'x', duration: 601 }, 'duration'],
    ['a duration that is a string', { prompt: 'x', duration: '5' }, 'duration'],
    ['a plan that is a number', { prompt: 'x', duration: 5, planId: 7 }, 'planId'],
    ['a model that is an object', { prompt: 'x', duration: 5, model: {} }, 'model'],
    ['a negative price', { prompt: 'x', duration: 5, expectedCredits: -1 }, 'expectedCredits'],
  ])('generate with %s is answered with 400 and the field', async (_, body, field) => {
    gateway.services.received(generationCalls.createRequest);
    const answer = await request(gateway.url).post('/api/generate').set(gateway.bearer()).send(body).expect(400);
    expect(Object.keys((answer.body as { details: object }).details)).toEqual([field]);
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([]);
  });

  it('a prompt of 2,000 characters is accepted', async () => {
    gateway.services.answer(generationCalls.createRequest, ({ userId }) => recordOf(userId));
    const body = { prompt: 'x'.repeat(2_000), duration: 10 };
    await request(gateway.url).post('/api/generate').set(gateway.bearer()).send(body).expect(202);
  });

  it('an Idempotency-Key of more than 64 characters is rejected', async () => {
    const answer = await request(gateway.url)
      .post('/api/generate')
      .set(gateway.bearer())
      .set('Idempotency-Key', 'k'.repeat(65))
      .send({ prompt: 'x', duration: 5 })
      .expect(400);
    expect(answer.body).toMatchObject({ details: { 'Idempotency-Key': expect.any(String) } });
  });
});
