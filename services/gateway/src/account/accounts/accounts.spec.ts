import { authCalls } from '@luit/contracts/auth/messages';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { tokenFor } from '../../test/test-tokens';
import { RATE_LIMITS } from '../../access/limits/rate-limits';

describe('accounts', () => {
  let gateway: GatewayTestApp;
  let issued: IssuedSession;
  const credentials = { email: 'asha@example.com', password: 'correct horse' };

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ webUrl: 'https://luit.example' });
    issued = {
      access_token: tokenFor(gateway.users, gateway.user),
      refresh_token: 'refresh-1',
      session_id: gateway.user.sessionId,
      expires_at: 2_000_000_000,
      expires_in: 900,
      user: userOf(gateway.user),
    };
    for (const contract of [authCalls.signIn, authCalls.confirmEmail, authCalls.refresh] as const) {
      gateway.services.answer(contract as typeof authCalls.signIn, () => issued);
    }
    gateway.services.answer(authCalls.getUser, () => issued.user);
    gateway.services.answer(authCalls.signOut, () => ({ revokedSessionIds: [gateway.user.sessionId] }));
  });
  afterAll(() => gateway.close());

  const signIn = (headers: Record<string, string> = {}) =>
    request(gateway.url).post('/api/auth/signin').set(headers).send(credentials);

  it('browsers receive the refresh token as an HttpOnly, SameSite=Strict cookie', async () => {
    const answer = await signIn().expect(200);
    const { refresh_token: _hidden, session_id: _internal, ...session } = issued;
    expect(answer.body).toEqual({ success: true, ...session });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-luit_refresh=refresh-1; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it('clients that send X-Client: token receive the refresh token in the body', async () => {
    const answer = await signIn({ 'X-Client': 'token' }).expect(200);
    expect(answer.body).toMatchObject({ refresh_token: 'refresh-1' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('a refresh token sent as a cookie is returned as a cookie, regardless of X-Client', async () => {
    const refresh = request(gateway.url).post('/api/auth/refresh').set('x-client', 'token');
    const answer = await refresh.set('cookie', '__Host-luit_refresh=old').expect(200);
    expect(answer.text).not.toContain('refresh-1');
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-luit_refresh=refresh-1; .*HttpOnly/)]);
    const program = request(gateway.url).post('/api/auth/refresh').set('x-client', 'token');
    const own = await program.set('cookie', '__Host-luit_refresh=old').send({ refresh_token: 'mine' }).expect(200);
    expect(own.body).toMatchObject({ refresh_token: 'refresh-1' });
    const tokens = gateway.services.received(authCalls.refresh).map(({ refreshToken }) => refreshToken);
    expect(tokens).toEqual(['old', 'mine']);
  });

  it('a session is refreshed from the cookie or the body, and an invalid cookie is cleared', async () => {
    await request(gateway.url).post('/api/auth/refresh').set('cookie', '__Host-luit_refresh=old').expect(200);
    await request(gateway.url).post('/api/auth/refresh').send({ refresh_token: 'mine' }).expect(200);
    expect(gateway.services.received(authCalls.refresh).map((asked) => asked.refreshToken)).toEqual(['old', 'mine']);
    await request(gateway.url).post('/api/auth/refresh').expect(401);
    gateway.services.answer(authCalls.refresh, () => {
      throw new LuitError('unauthorized', 'Auth session missing');
    });
    const answer = await request(gateway.url)
      .post('/api/auth/refresh')
      .set('cookie', '__Host-luit_refresh=old')
      .expect(401);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-luit_refresh=; .*Expires=Thu, 01 Jan 1970/),
    ]);
    gateway.services.answer(authCalls.refresh, () => issued);
  });

  it('sign-out accepts the access token, or the cookie if the access token has expired', async () => {
    gateway.services.received(authCalls.signOut);
    await request(gateway.url).post('/api/auth/signout?scope=global').set(gateway.bearer()).expect(204);
    await request(gateway.url).post('/api/auth/signout').set('cookie', '__Host-luit_refresh=old').expect(204);
    const session = { userId: gateway.user.id, sessionId: gateway.user.sessionId };
    expect(gateway.services.received(authCalls.signOut)).toEqual([
      { ...session, scope: 'global' },
      { ...session, scope: 'local' },
    ]);
    await request(gateway.url).post('/api/auth/signout').expect(204);
    await request(gateway.url).post('/api/auth/signout?scope=all').set(gateway.bearer()).expect(400);
  });

  it('the session and the user are returned, or null and 401 without a token', async () => {
    const none = await request(gateway.url).get('/api/auth/session').expect(200);
    expect(none.body).toEqual({ success: true, session: null, is_view: false });
    const some = await request(gateway.url).get('/api/auth/session').set(gateway.bearer()).expect(200);
    expect(some.body).toMatchObject({
      is_view: false,
      session: { access_token: expect.any(String), user: { id: gateway.user.id } },
    });
    const user = await request(gateway.url).get('/api/auth/user').set(gateway.bearer()).expect(200);
    expect(user.body).toEqual({ success: true, user: issued.user });
    const nobody = await request(gateway.url).get('/api/auth/user').expect(401);
    expect(nobody.body).toMatchObject({ message: 'Auth session missing' });
  });

  it('too many sign-in attempts are answered with Retry-After [AUTH-24, SRV-18]', async () => {
    gateway.services.answer(authCalls.signIn, () => {
      const text = 'Too many login attempts. Please try again later';
      throw new LuitError('too_many_attempts', text, { retryAfterSeconds: 16 });
    });
    const refused = await signIn().expect(429);
    expect(refused.body).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many login attempts. Please try again later',
    });
    expect(refused.headers['retry-after']).toBe('16');
    gateway.services.answer(authCalls.signIn, () => issued);
  });

  it('a trusted device receives its token as a cookie in browsers, as a header in other clients', async () => {
    gateway.services.answer(authCalls.signIn, () => ({ ...issued, device_token: 'device-1' }));
    gateway.services.received(authCalls.signIn);
    const browser = await signIn().set('cookie', '__Host-luit_device=device-0').expect(200);
    expect(browser.body).not.toHaveProperty('device_token');
    expect(browser.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^__Host-luit_device=device-1; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    );
    const program = await signIn({ 'X-Client': 'token', 'X-Device': 'device-2' }).expect(200);
    expect(program.headers['x-device']).toBe('device-1');
    expect(program.headers['set-cookie']).toBeUndefined();
    await signIn({ 'X-Device': 'x'.repeat(10_000) }).expect(200);
    const tokens = gateway.services.received(authCalls.signIn).map(({ device }) => device.token);
    expect(tokens).toEqual(['device-0', 'device-2', undefined]);
    gateway.services.answer(authCalls.signIn, () => issued);
  });

  it('sign-up trusts the device and starts no session [AUTH-10]', async () => {
    gateway.services.answer(authCalls.signUp, () => ({
      requires_email_confirmation: true,
      user: issued.user,
      device_token: 'device-1',
    }));
    const answer = await request(gateway.url)
      .post('/api/auth/signup')
      .send({ ...credentials, name: 'Asha', role: 'admin', credits: 7, __proto__: { status: 'active' } })
      .expect(201);
    expect(answer.body).toEqual({ success: true, requires_email_confirmation: true, user: issued.user });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-luit_device=device-1;/)]);
    expect(gateway.services.received(authCalls.signUp)).toEqual([
      { ...credentials, name: 'Asha', device: { ip: '127.0.0.1', userAgent: expect.any(String) } },
    ]);
  });

  it('sign-up names the language of the account, and an unknown one is rejected', async () => {
    gateway.services.answer(authCalls.signUp, () => ({
      requires_email_confirmation: true,
      user: { ...issued.user, language: 'hi' },
      device_token: 'device-1',
    }));
    const signUp = (language: unknown) =>
      request(gateway.url)
        .post('/api/auth/signup')
        .send({ ...credentials, name: 'Asha', language });
    const answer = await signUp('hi').expect(201);
    expect(answer.body).toMatchObject({ user: { language: 'hi' } });
    expect(gateway.services.received(authCalls.signUp)).toMatchObject([{ name: 'Asha', language: 'hi' }]);
    for (const unknown of ['xx', 'hi-IN', ['hi'], 7]) {
      const refused = await signUp(unknown).expect(400);
      expect(refused.body).toMatchObject({
        code: 'validation_failed',
        details: { language: 'Please choose one of the available languages' },
      });
    }
    expect(gateway.services.received(authCalls.signUp)).toEqual([]);
  });

  it('the cookie of a blocked user is cleared', async () => {
    gateway.services.answer(authCalls.refresh, () => {
      throw new LuitError('user_blocked', 'This account has been blocked. Please contact support.');
    });
    const answer = await request(gateway.url)
      .post('/api/auth/refresh')
      .set('cookie', '__Host-luit_refresh=old')
      .expect(403);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-luit_refresh=; .*Expires=Thu, 01 Jan 1970/),
    ]);
    gateway.services.answer(authCalls.refresh, () => issued);
  });
});

describe('limits of one client [SRV-18]', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({
      limits: {
        ...RATE_LIMITS,
        signInPerClientPer15Minutes: 2,
        signUpPer15Minutes: 2,
      },
    });
    const refuse = () => {
      throw new LuitError('invalid_credentials', 'Invalid email or password');
    };
    gateway.services.answer(authCalls.signIn, refuse);
    gateway.services.answer(authCalls.adminSignIn, refuse);
    gateway.services.answer(authCalls.requestPasswordReset, () => ({}));
  });
  afterAll(() => gateway.close());

  const post = (path: string, body: object) => request(gateway.url).post(path).send(body);

  it('sign-in attempts are limited across all accounts, including operators [AUTH-24]', async () => {
    const guess = { email: 'asha@example.com', password: 'a guess' };
    await post('/api/auth/signin', guess).expect(401);
    await post('/api/admin/login', { ...guess, email: 'admin@example.com' }).expect(401);
    for (const path of ['/api/auth/signin', '/api/admin/login']) {
      const refused = await post(path, { ...guess, email: 'other@example.com' }).expect(429);
      expect(refused.body).toMatchObject({ message: 'Too many login attempts. Please try again later' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    }
  });

  it('password reset requests are limited [AUTH-29]', async () => {
    for (let i = 0; i < 2; i += 1) await post('/api/auth/forgot', { email: `${i}@example.com` }).expect(200);
    const refused = await post('/api/auth/forgot', { email: '3@example.com' }).expect(429);
    expect(refused.body).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many reset attempts. Please try again later',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  });
});
