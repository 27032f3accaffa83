import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { billingCalls } from '@luit/contracts/billing/messages';
import { unavailable } from '@luit/platform/calls/errors';
import { metrics } from '@luit/platform/health/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import jwt from 'jsonwebtoken';
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../test/gateway-test-app';
import { claimsOf, newIssuer, newUser, tokenFor } from '../test/test-tokens';

const ID = '01a1fd85-fe9c-7e7a-b13e-aa521e004a94';
const USER_ROUTES = [
  ['get', '/api/credits/balance'],
  ['get', `/api/credits/invoices/${ID}.pdf`],
  ['get', '/api/credits/lots'],
  ['get', '/api/credits/transactions'],
  ['post', '/api/credits/check'],
  ['post', '/api/credits/deduct'],
  ['post', '/api/generate'],
  ['get', '/api/requests'],
  ['get', `/api/requests/${ID}`],
  ['post', `/api/requests/${ID}/cancel`],
  ['get', `/api/download/${ID}`],
  ['get', '/api/auth/user'],
  ['patch', '/api/auth/user'],
  ['get', '/api/auth/sessions'],
  ['delete', `/api/auth/sessions/${ID}`],
] as const;
const ADMIN_ROUTES = [
  ['get', `/api/admin/invoices/${ID}.pdf`],
  ['get', '/api/admin/jobs'],
  ['get', '/api/admin/invariants'],
  ['post', '/api/admin/logout'],
  ['patch', `/api/admin/users/${ID}/block`],
  ['patch', `/api/admin/users/${ID}/unblock`],
  ['get', '/api/admin/audit-log'],
] as const;

describe('who may ask', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getUser, () => userOf(gateway.user));
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
    gateway.services.answer(authCalls.getEmails, () => ({ emails: {} }));
    gateway.services.answer(operationsCalls.listJobs, () => ({
      items: [],
      nextCursor: null,
      total: 0,
      isTotalCapped: false,
    }));
    gateway.services.answer(billingCalls.getBalance, () => ({ credits: 1, available: 1, held: 0 }));
  });
  afterAll(() => gateway.close());

  const ask = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, token?: string) => {
    const asked = request(gateway.url)[method](path);
    return token === undefined ? asked : asked.set('authorization', `Bearer ${token}`);
  };

  /** Tokens that nobody may come in with, for routes of that audience. */
  const badTokens = (audience: 'luit-web' | 'luit-admin'): Record<string, string | undefined> => {
    const issuer = audience === 'luit-web' ? gateway.users : gateway.operators;
    const { user } = gateway;
    const good = tokenFor(issuer, user);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(issuer, user), sub: ID })).toString('base64url');
    const keyid = issuer.key.kid;
    const none = jwt.sign(claimsOf(issuer, user), '', { algorithm: 'none', keyid });
    // jsonwebtoken refuses to sign with a public key, so the old attack is put together by hand.
    const hs256 = ((): string => {
      const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: keyid })).toString('base64url');
      const unsigned = `${head}.${payload}`;
      const mac = createHmac('sha256', issuer.key.publicKeyPem).update(unsigned).digest('base64url');
      return `${unsigned}.${mac}`;
    })();
    const now = Math.floor(Date.now() / 1_000);
    const without = (name: 'exp' | 'iat' | 'sid' | 'sub') => {
      const claims: Partial<AccessTokenClaims> = claimsOf(issuer, user);
      delete claims[name];
      const options = { algorithm: 'ES256', keyid, noTimestamp: name === 'iat' } as const;
      return jwt.sign(claims, issuer.privateKey, options);
    };
    return {
      'a token that never ends': without('exp'),
      'a token of unknown age': without('iat'),
      'a token of no session': without('sid'),
      'a token of nobody': without('sub'),
      'a session id that is none': tokenFor(issuer, user, { sid: 'x' }),
      'a token of the future': tokenFor(issuer, user, { iat: now + 600, exp: now + 900 }),
      'a token that lives too long': tokenFor(issuer, user, { exp: now + 9 * 3_600 }),
      'a token that is not good yet': jwt.sign({ ...claimsOf(issuer, user), nbf: now + 600 }, issuer.privateKey, {
        algorithm: 'ES256',
        keyid,
      }),
      'no key id': jwt.sign(claimsOf(issuer, user), issuer.privateKey, { algorithm: 'ES256' }),
      'no token': undefined,
      'an empty token': '',
      'no JWT': 'nonsense',
      'a header that is no JSON': `${Buffer.from('{').toString('base64url')}.${payload}.${signature}`,
      'an expired token': tokenFor(issuer, user, { exp: Math.floor(Date.now() / 1_000) - 1 }),
      'a changed payload': `${header}.${forged}.${signature}`,
      'a changed signature': `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      'algorithm none': none,
      'HS256 with the public key': hs256,
      'a key of our own making under the right id': tokenFor(newIssuer(audience, keyid), user),
      'an unknown key': tokenFor(newIssuer(audience), user),
      'another issuer': tokenFor(issuer, user, { iss: 'other' as 'luit' }),
      'a recovery token': tokenFor(issuer, user, { typ: 'recovery' }),
      'a key id that is a path': jwt.sign(claimsOf(issuer, user), issuer.privateKey, {
        algorithm: 'ES256',
        keyid: '../../../../dev/null',
      }),
      'a token of 64 kB': tokenFor(issuer, user, { name: 'a'.repeat(48 * 1_024) }),
      'another audience signed by the right key': tokenFor(issuer, user, { aud: 'luit-mobile' as 'luit-web' }),
    };
  };

  describe.each(USER_ROUTES)('SRV-01: %s %s', (method, path) => {
    it('refuses every bad token and every operator with 401', async () => {
      const bad = { ...badTokens('luit-web'), 'an operator': tokenFor(gateway.operators, gateway.user) };
      for (const [name, token] of Object.entries(bad)) {
        const answer = await ask(method, path, token);
        expect([name, answer.status]).toEqual([name, 401]);
        expect(answer.body).toMatchObject({ success: false, code: 'unauthorized' });
      }
    });
  });

  it('PAY-24, G-12: whoever sends a bad token is not taken for a guest, whatever the flag says', async () => {
    const bad = { ...badTokens('luit-web'), 'an operator': tokenFor(gateway.operators, gateway.user) };
    const body = { planId: '5s-480p', prompt: 'a river', guestSessionId: 'g'.repeat(32), isGuest: true };
    for (const [name, token] of Object.entries(bad)) {
      if (token === undefined) continue;
      const answer = await ask('post', '/api/payments/order', token).send(body);
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });

  it('SRV-01: every bad token gets one and the same body', async () => {
    const bodies = new Set<string>();
    for (const [name, token] of Object.entries(badTokens('luit-web'))) {
      if (!token) continue;
      const { body } = await ask('get', '/api/credits/balance', token).expect(401);
      const { requestId, ...rest } = body as { requestId: string };
      expect([name, typeof requestId]).toEqual([name, 'string']);
      bodies.add(JSON.stringify(rest));
    }
    expect([...bodies]).toHaveLength(1);
  });

  describe.each(ADMIN_ROUTES)('SRV-01: %s %s', (method, path) => {
    it('refuses every bad token with 401 and a creator with 403', async () => {
      for (const [name, token] of Object.entries(badTokens('luit-admin'))) {
        expect([name, (await ask(method, path, token)).status]).toEqual([name, 401]);
      }
      const creator = await ask(method, path, tokenFor(gateway.users, gateway.user));
      expect(creator.status).toBe(403);
      expect(creator.body).toMatchObject({ code: 'forbidden' });
    });
  });

  it('an operator is let in while the session lives, and not after', async () => {
    const token = tokenFor(gateway.operators, gateway.user);
    const jobs = await ask('get', '/api/admin/jobs', token).expect(200);
    expect(jobs.body).toMatchObject({ success: true, data: { items: [], nextCursor: null, total: 0 } });
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: false }));
    await ask('get', '/api/admin/jobs', token).expect(401);
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
  });

  it('a session that ended elsewhere ends here, though its token is still good', async () => {
    const gone = newUser();
    const token = tokenFor(gateway.users, gone);
    await ask('get', '/api/credits/balance', token).expect(200);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: gone.id,
      sessionIds: [gone.sessionId],
      reason: 'signed_out',
    });
    await eventually(() => ask('get', '/api/credits/balance', token).expect(401));
  });

  it('AUTH-33: a recovery token sets a password, and so does a session; an operator and nobody do not', async () => {
    gateway.services.answer(authCalls.setPassword, () => ({ revokedSessionIds: [] }));
    const passwords = { password: 'a new one', currentPassword: 'the old one' };
    const set = (token?: string) => ask('put', '/api/auth/password', token).send(passwords);
    const { users, operators, user } = gateway;
    await set(tokenFor(users, user, { typ: 'recovery' })).expect(200);
    await set(tokenFor(users, user)).expect(200);
    const device = expect.objectContaining({ ip: '127.0.0.1' }) as Device;
    const one = { userId: user.id, sessionId: user.sessionId, ...passwords, device };
    expect(gateway.services.received(authCalls.setPassword)).toEqual([one, one]);
    for (const bad of [
      undefined,
      'nonsense',
      tokenFor(operators, user),
      tokenFor(operators, user, { typ: 'recovery' }),
    ]) {
      const refused = await set(bad).expect(401);
      expect(refused.body).toMatchObject({ message: 'Auth session missing' });
    }
    expect(gateway.services.received(authCalls.setPassword)).toEqual([]);
  });

  it('a refused token is a security event, once; one that ran out or whose session ended is none', async () => {
    const events = async () => {
      const { values } = (await metrics.getSingleMetric('luit_security_events_total')?.get()) ?? { values: [] };
      return values.find(({ labels }) => labels.event === 'token_refused')?.value ?? 0;
    };
    const before = await events();
    await ask('get', '/api/admin/jobs', 'nonsense').expect(401);
    await ask('put', '/api/auth/password', tokenFor(newIssuer('luit-web'), gateway.user))
      .send({ password: 'a' })
      .expect(401);
    expect(await events()).toBe(before + 2);
    const now = Math.floor(Date.now() / 1_000);
    await ask('get', '/api/credits/balance', tokenFor(gateway.users, gateway.user, { exp: now - 1 })).expect(401);
    await ask('get', '/api/credits/balance').expect(401);
    expect(await events()).toBe(before + 2);
  });

  it('a blocked user is refused with 403, wherever the token is still good', async () => {
    const gone = newUser();
    const token = tokenFor(gateway.users, gone);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: gone.id,
      sessionIds: [gone.sessionId],
      reason: 'blocked',
    });
    await eventually(() => ask('get', '/api/credits/balance', token).expect(403));
    for (const [method, path] of [...USER_ROUTES, ['put', '/api/auth/password'] as const]) {
      const answer = await ask(method, path, token);
      expect([path, answer.status, (answer.body as { code: string }).code]).toEqual([path, 403, 'user_blocked']);
    }
  });

  it('an operator who was idle is told so, and pages say what they ask for by themselves', async () => {
    const token = tokenFor(gateway.operators, gateway.user);
    gateway.services.received(authCalls.checkAdminSession);
    await ask('get', '/api/admin/jobs', token).expect(200);
    await ask('get', '/api/admin/jobs', token).set('x-background', '1').expect(200);
    const asked = gateway.services.received(authCalls.checkAdminSession);
    expect(asked.map(({ isBackground }) => isBackground)).toEqual([false, true]);
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: false, isIdle: true }));
    const refused = await ask('get', '/api/admin/jobs', token).expect(401);
    expect(refused.body).toMatchObject({ code: 'unauthorized', details: { reason: 'idle' } });
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
  });

  it('a key that auth withdrew is believed no more, as soon as the notice comes', async () => {
    const token = tokenFor(gateway.users, gateway.user);
    await ask('get', '/api/credits/balance', token).expect(200);
    const all = [gateway.users.key, gateway.operators.key, gateway.guests.key];
    gateway.services.answer(authCalls.getVerificationKeys, () => ({ keys: all.slice(1) }));
    const publish = () => gateway.broadcasts.publish(authBroadcasts.keysChanged, {});
    await publish();
    await eventually(() => ask('get', '/api/credits/balance', token).expect(401));
    gateway.services.answer(authCalls.getVerificationKeys, () => ({ keys: all }));
    await publish();
    await eventually(() => ask('get', '/api/credits/balance', token).expect(200));
  });

  it('takes up a new key at once, and asks auth no more than now and then for keys that nobody has', async () => {
    // Within the pause after the last asking an unknown key is refused without a call.
    gateway.services.received(authCalls.getVerificationKeys);
    for (let i = 0; i < 20; i += 1) {
      await ask('get', '/api/credits/balance', tokenFor(newIssuer('luit-web'), gateway.user)).expect(401);
    }
    expect(gateway.services.received(authCalls.getVerificationKeys).length).toBeLessThanOrEqual(1);
    const next = newIssuer('luit-web');
    gateway.services.answer(authCalls.getVerificationKeys, () => ({
      keys: [gateway.users.key, gateway.operators.key, next.key],
    }));
    await eventually(() => ask('get', '/api/credits/balance', tokenFor(next, gateway.user)).expect(200));
  });
});

describe('while auth cannot say which keys there are', () => {
  it('a token is neither believed nor refused: its bearer is asked to try again', async () => {
    const gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getVerificationKeys, () => {
      throw unavailable();
    });
    const answer = await request(gateway.url).get('/api/credits/balance').set(gateway.bearer());
    expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    await gateway.close();
  });
});
