import { LASTING_ACCESS } from '@luit/contracts/auth/lasting-access';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp } from '../../test/gateway-test-app';
import { ROUTES } from '../../test/route-access';
import { SESSION_BOUND } from '../../test/session-bound-routes';
import { routesOf } from '../../test/test-routes';
import { tokenFor } from '../../test/test-tokens';
import type { DeclaredRoute } from './operator-permission';

const OF_PROGRAMS = ['apiKey', 'webhooksKey'];
const OF_CREATORS = ['user', 'userOrGuest', 'optionalUser', 'ownerOrGuest', ...OF_PROGRAMS];
/** A body that passes validation, so that only the guard can refuse it. */
const BODIES: Record<string, object> = {
  'POST /api/keys': { name: 'CI', mode: 'live', scopes: ['videos:write'] },
  'POST /api/auth/passkeys': {
    name: 'Phone',
    response: { id: 'a', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} },
  },
  'PATCH /api/keys/:id': { totalCredits: 5 },
  'POST /api/webhook-endpoints': { url: 'https://example.com/hooks', events: ['video.completed'] },
  'PATCH /api/webhook-endpoints/:id': { url: 'https://example.com/hooks' },
  'PUT /api/web-push/subscription': {
    endpoint: 'https://push.example/1',
    p256dh: 'A'.repeat(87),
    auth: 'A'.repeat(22),
  },
};

describe('access that outlives a session', () => {
  let gateway: GatewayTestApp;
  let routes: DeclaredRoute[];
  let called: string[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    routes = routesOf(gateway);
    gateway.services.answerOthers((name) => {
      called.push(name);
      throw new LuitError('conflict', 'Asked for');
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    called = [];
    gateway.services.answer(authCalls.requireRecentSignIn, () => ({}));
  });

  const granting = () => routes.filter(({ grants }) => grants !== undefined);
  const send = (route: string, headers: Record<string, string> = gateway.bearer()) => {
    const [method = '', path = ''] = route.split(' ');
    const verb = method.toLowerCase() as 'post' | 'put' | 'patch';
    return request(gateway.url)
      [verb](path.replace(/:\w+/, uuidv7()))
      .set(headers)
      .send(BODIES[route] ?? {});
  };

  it('is declared by each route that changes something for creators, unless a reason says why it grants none', () => {
    const changing = Object.entries(ROUTES)
      .filter(([route, kind]) => OF_CREATORS.includes(kind) && /^(POST|PUT|PATCH) /.test(route))
      .map(([route]) => route);
    const declared = granting().map(({ route }) => route);
    expect(changing.filter((route) => !declared.includes(route) && !(route in SESSION_BOUND))).toEqual([]);
    expect(Object.keys(SESSION_BOUND).filter((route) => !changing.includes(route) || declared.includes(route))).toEqual(
      [],
    );
    expect([...new Set(granting().map(({ grants }) => grants))].sort()).toEqual(Object.keys(LASTING_ACCESS).sort());
  });

  it('is granted by no route for programs that could create further keys', () => {
    const ofPrograms = granting().filter(({ route }) => OF_PROGRAMS.includes(ROUTES[route] ?? ''));
    expect(ofPrograms.filter(({ grants }) => grants === 'api_key' || grants === 'push_subscription')).toEqual([]);
    const ofPeople = granting().filter(({ route }) => !OF_PROGRAMS.includes(ROUTES[route] ?? ''));
    expect(ofPeople.filter(({ route }) => ROUTES[route] !== 'user')).toEqual([]);
  });

  it('needs a recent sign-in on each route of a guarded kind, before anything else is called', async () => {
    gateway.services.answer(authCalls.requireRecentSignIn, () => {
      throw new LuitError('password_required', 'Please enter your password again to do this');
    });
    const guarded = granting().filter(
      ({ route, grants }) => grants && LASTING_ACCESS[grants].isGuarded && ROUTES[route] === 'user',
    );
    expect(guarded.length).toBeGreaterThanOrEqual(7);
    for (const { route } of guarded) {
      const { body } = await send(route).expect(403);
      expect([route, (body as { code: string }).code]).toEqual([route, 'password_required']);
    }
    expect(called).toEqual([]);
  });

  it('asks about the session of the token, and passes on where the request came from', async () => {
    const asked: object[] = [];
    gateway.services.answer(authCalls.requireRecentSignIn, (input) => {
      asked.push(input);
      return {};
    });
    let created: object | undefined;
    gateway.services.answer(authCalls.createApiKey, (input) => {
      created = input;
      throw new LuitError('conflict', 'Asked for');
    });
    await send('POST /api/keys', { ...gateway.bearer(), 'user-agent': 'Firefox on Android' }).expect(409);
    expect(asked).toEqual([{ userId: gateway.user.id, sessionId: gateway.user.sessionId }]);
    expect(created).toMatchObject({ from: { ip: '127.0.0.1', userAgent: 'Firefox on Android' } });
  });

  it('is listed for sessions and for password reset links, and the password makes a session recent', async () => {
    const access = {
      ...{ sessions: [], devices: [], apiKeys: [], webhookEndpoints: [], pushSubscriptions: [] },
      ...{ linkedSignIns: [], passkeys: [], hasPassword: true },
    };
    gateway.services.answer(authCalls.listAccess, () => access);
    gateway.services.answer(generationCalls.listShareLinks, () => ({ links: [] }));
    const recovery = { authorization: `Bearer ${tokenFor(gateway.users, gateway.user, { typ: 'recovery' })}` };
    for (const headers of [gateway.bearer(), recovery]) {
      const { body } = await request(gateway.url).get('/api/auth/access').set(headers).expect(200);
      expect(body).toMatchObject({ success: true, ...access, shareLinks: [] });
    }
    const confirmed: object[] = [];
    gateway.services.answer(authCalls.confirmPassword, (input) => {
      confirmed.push(input);
      return {};
    });
    const confirm = (headers: Record<string, string>) =>
      request(gateway.url).post('/api/auth/confirm-password').set(headers).send({ password: 'correct horse' });
    await confirm(gateway.bearer()).expect(204);
    await confirm(recovery).expect(401);
    expect(confirmed).toMatchObject([
      { userId: gateway.user.id, sessionId: gateway.user.sessionId, password: 'correct horse' },
    ]);
  });

  it('ends one by one, and nothing is called for an id that is none', async () => {
    const ended: object[] = [];
    gateway.services.answer(authCalls.forgetDevice, (input) => (ended.push(input), {}));
    gateway.services.answer(authCalls.endPushSubscription, (input) => (ended.push(input), {}));
    const id = uuidv7();
    for (const path of ['devices', 'push-subscriptions']) {
      await request(gateway.url).delete(`/api/auth/${path}/${id}`).set(gateway.bearer()).expect(204);
      await request(gateway.url).delete(`/api/auth/${path}/x`).set(gateway.bearer()).expect(404);
    }
    const userId = gateway.user.id;
    expect(ended).toEqual([
      { userId, deviceId: id },
      { userId, subscriptionId: id },
    ]);
  });

  it('the new password says what keeps its access', async () => {
    const set: object[] = [];
    gateway.services.answer(authCalls.setPassword, (input) => (set.push(input), { revokedSessionIds: [] }));
    const keep = [uuidv7()];
    const put = (body: object) => request(gateway.url).put('/api/auth/password').set(gateway.bearer()).send(body);
    await put({ password: 'another horse', currentPassword: 'correct horse', keep }).expect(200);
    await put({ password: 'another horse', currentPassword: 'correct horse', keep: [] }).expect(200);
    await put({ password: 'another horse', keep: ['x'] }).expect(400);
    expect(set).toMatchObject([{ keep }, { keep: [] }]);
  });
});
