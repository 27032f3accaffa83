import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { metrics } from '@luit/platform/metrics/metrics';
import { io } from 'socket.io-client';
import request from 'supertest';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { newUser, tokenFor } from '../../../test/test-tokens';

const credentials = { email: 'ops@luit.example', password: 'a long password' };
const OPERATOR_PAGE = { 'x-luit-operator': '1' };

/** Makes auth answer sign-ins with a token of the test issuer. */
function answerLogins(gateway: GatewayTestApp): string {
  const token = tokenFor(gateway.operators, newUser(), { exp: Math.floor(Date.now() / 1_000) + 28_800 });
  gateway.services.answer(authCalls.adminSignIn, ({ email, password }) => {
    if (password !== credentials.password) throw new LuitError('invalid_credentials', 'Wrong email or password');
    const expiresAt = Math.floor(Date.now() / 1_000) + 28_800;
    return { token, expiresAt, admin: { email }, device_token: 'd' };
  });
  gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  gateway.services.answer(authCalls.adminSignOut, () => ({}));
  gateway.services.answer(billingCalls.getSettings, () => ({
    signupGrant: { credits: 10, expiresInDays: null },
    confirmAbove: { refundPaise: 100_000, credits: 10_000 },
    approveAbove: { refundPaise: null, credits: null },
  }));
  return token;
}

const cookiesOf = (answer: { headers: Record<string, unknown> }) => (answer.headers['set-cookie'] ?? []) as string[];

describe('operator sessions', () => {
  let gateway: GatewayTestApp;
  let token: string;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    token = answerLogins(gateway);
  });
  afterAll(() => gateway.close());

  const login = (body: object) => request(gateway.url).post('/api/admin/login').send(body);
  const signIn = async (): Promise<string> => {
    const [cookie = ''] = cookiesOf(await login(credentials).expect(200)).filter((one) => one.startsWith('luit_op'));
    return cookie.split(';', 1)[0]!;
  };

  it('browsers receive the session as an HttpOnly cookie and no token in the body [ADM-01]', async () => {
    const answer = await login(credentials).expect(200);
    expect(answer.body).toMatchObject({
      success: true,
      expiresAt: expect.any(Number) as number,
      expiresIn: expect.closeTo(28_800, -1) as number,
      admin: { email: credentials.email },
      message: 'Signed in',
    });
    expect(answer.text).not.toContain(token);
    expect(answer.body).not.toHaveProperty('token');
    expect(cookiesOf(answer)).toContainEqual(
      expect.stringMatching(/^luit_operator=[^;]+; Max-Age=28(800|799); Path=\/; HttpOnly; SameSite=Strict$/),
    );
  });

  it('clients that send X-Client: token receive the token in the body and no cookie', async () => {
    const answer = await login(credentials).set('x-client', 'token').expect(200);
    expect(answer.body).toMatchObject({ success: true, token, data: { token }, message: 'Signed in' });
    expect(cookiesOf(answer)).toEqual([]);
  });

  it('wrong or incomplete credentials yield no token and no cookie [ADM-01, ADM-02]', async () => {
    const refused = await login({ ...credentials, password: 'another one' }).expect(401);
    expect(refused.body).toMatchObject({ success: false, code: 'invalid_credentials' });
    expect(refused.body).not.toHaveProperty('token');
    expect(cookiesOf(refused)).toEqual([]);
    for (const half of [{ email: credentials.email }, { password: credentials.password }, {}]) {
      await login(half).expect(400);
    }
  });

  it('the cookie alone authorizes reads; changes also need the header of the operators’ app', async () => {
    const cookie = await signIn();
    await request(gateway.url).get('/api/admin/settings').set({ cookie }).expect(200);
    await request(gateway.url).head('/api/admin/settings').set({ cookie }).expect(200);
    const countRefused = async () =>
      (await metrics.getSingleMetricAsString('luit_security_events_total')).match(
        /event="cross_site_refused"\} (\d+)/,
      )?.[1];
    const before = Number(await countRefused());
    const refused = await request(gateway.url).post('/api/admin/logout').set({ cookie }).send({}).expect(403);
    expect(refused.body).toMatchObject({ success: false, code: 'forbidden' });
    expect(gateway.services.received(authCalls.adminSignOut)).toEqual([]);
    expect(Number(await countRefused())).toBe(before + 1);
    const out = await request(gateway.url)
      .post('/api/admin/logout')
      .set({ cookie, ...OPERATOR_PAGE })
      .expect(200);
    expect(cookiesOf(out)).toContainEqual(expect.stringMatching(/^luit_operator=; .*Expires=Thu, 01 Jan 1970/));
    expect(gateway.services.received(authCalls.adminSignOut)).toHaveLength(1);
  });

  it('an Authorization header takes precedence over the cookie', async () => {
    const cookie = await signIn();
    const get = (authorization: string) =>
      request(gateway.url).get('/api/admin/settings').set({ cookie, authorization });
    await get('Bearer nonsense').expect(401);
    await get(gateway.bearer().authorization).expect(403);
    await get(`Bearer ${token}`).expect(200);
  });

  it('the cookie authorizes no user routes', async () => {
    const cookie = await signIn();
    await request(gateway.url)
      .get('/api/credits/balance')
      .set({ cookie, ...OPERATOR_PAGE })
      .expect(401);
  });

  it('the cookie authenticates a socket that requests the operator session from a trusted origin', async () => {
    const cookie = await signIn();
    const connect = (auth: object, headers: Record<string, string>) =>
      new Promise((resolve) => {
        const options = { transports: ['websocket'], forceNew: true, reconnection: false };
        const socket = io(gateway.url, { ...options, auth, extraHeaders: headers });
        socket.once('connect', () => socket.emit('subscribe', { topics: ['jobs'] }, resolve));
        socket.once('connect_error', ({ message }) => resolve(message));
      });
    const origin = gateway.config.webUrl;
    expect(await connect({ operator: true }, { cookie, origin })).toEqual({ success: true, topics: ['jobs'] });
    expect(await connect({ operator: true }, { origin })).toBe('unauthorized');
    expect(await connect({}, { cookie, origin })).toBe('unauthorized');
    expect(await connect({ operator: true }, { cookie, origin: 'https://evil.example' })).toBe('websocket error');
    const user = { token: tokenFor(gateway.users, gateway.user) };
    expect(await connect(user, { cookie, origin })).toMatchObject({ code: 'forbidden' });
  });
});

describe('operator sessions over TLS', () => {
  it('the cookie has the __Host- prefix', async () => {
    const gateway = await startGatewayTestApp({ webUrl: 'https://luit.example' });
    try {
      answerLogins(gateway);
      const answer = await request(gateway.url).post('/api/admin/login').send(credentials).expect(200);
      const [cookie = ''] = cookiesOf(answer).filter((one) => one.startsWith('__Host-luit_operator='));
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      const bare = cookie.split(';', 1)[0]!;
      await request(gateway.url).get('/api/admin/settings').set('cookie', bare).expect(200);
      await request(gateway.url).get('/api/admin/settings').set('cookie', bare.replace('__Host-', '')).expect(401);
    } finally {
      await gateway.close();
    }
  });
});
