import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { billingCalls } from '@luit/contracts/billing/messages';
import { unavailable } from '@luit/platform/errors/errors';
import { metrics } from '@luit/platform/metrics/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import jwt from 'jsonwebtoken';
import { createHmac } from 'node:crypto';
import request from 'supertest';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { claimsOf, newIssuer, newUser, tokenFor } from '../../test/test-tokens';

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

describe('authentication', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getUser, () => userOf(gateway.user));
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
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

  const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, token?: string) => {
    const sent = request(gateway.url)[method](path);
    return token === undefined ? sent : sent.set('authorization', `Bearer ${token}`);
  };

  /** Invalid tokens for routes of the audience. */
  const badTokens = (audience: 'luit-web' | 'luit-admin'): Record<string, string | undefined> => {
    const issuer = audience === 'luit-web' ? gateway.users : gateway.operators;
    const { user } = gateway;
    const good = tokenFor(issuer, user);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(issuer, user), sub: ID })).toString('base64url');
    const keyid = issuer.key.kid;
    const none = jwt.sign(claimsOf(issuer, user), '', { algorithm: 'none', keyid });
    // jsonwebtoken refuses to sign with a public key, so the token of this known attack is built by hand.
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
      'a token without exp': without('exp'),
      'a token without iat': without('iat'),
      'a token without sid': without('sid'),
      'a token without sub': without('sub'),
      'an invalid session id': tokenFor(issuer, user, { sid: 'x' }),
      'a token issued in the future': tokenFor(issuer, user, { iat: now + 600, exp: now + 900 }),
      'a token with too long a lifetime': tokenFor(issuer, user, { exp: now + 9 * 3_600 }),
      'a token that is not valid yet': jwt.sign({ ...claimsOf(issuer, user), nbf: now + 600 }, issuer.privateKey, {
        algorithm: 'ES256',
        keyid,
      }),
      'no key id': jwt.sign(claimsOf(issuer, user), issuer.privateKey, { algorithm: 'ES256' }),
      'no token': undefined,
      'an empty token': '',
      'a string that is not a JWT': 'nonsense',
      'a header that is not JSON': `${Buffer.from('{').toString('base64url')}.${payload}.${signature}`,
      'an expired token': tokenFor(issuer, user, { exp: Math.floor(Date.now() / 1_000) - 1 }),
      'a changed payload': `${header}.${forged}.${signature}`,
      'a changed signature': `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      'algorithm none': none,
      'HS256 with the public key': hs256,
      'a forged key with a valid id': tokenFor(newIssuer(audience, keyid), user),
      'an unknown key': tokenFor(newIssuer(audience), user),
      'another issuer': tokenFor(issuer, user, { iss: 'other' as 'luit' }),
      'a password reset token': tokenFor(issuer, user, { typ: 'recovery' }),
      'a key id that is a path': jwt.sign(claimsOf(issuer, user), issuer.privateKey, {
        algorithm: 'ES256',
        keyid: '../../../../dev/null',
      }),
      'a token of 16 kB': tokenFor(issuer, user, { name: 'a'.repeat(12 * 1_024) }),
      'another audience signed by the right key': tokenFor(issuer, user, { aud: 'luit-mobile' as 'luit-web' }),
    };
  };

  describe.each(USER_ROUTES)('%s %s [SRV-01]', (method, path) => {
    it('the route rejects invalid tokens and operators with 401', async () => {
      const bad = { ...badTokens('luit-web'), 'an operator': tokenFor(gateway.operators, gateway.user) };
      for (const [name, token] of Object.entries(bad)) {
        const answer = await send(method, path, token);
        expect([name, answer.status]).toEqual([name, 401]);
        expect(answer.body).toMatchObject({ success: false, code: 'unauthorized' });
      }
    });
  });

  it('a request with an invalid token is not treated as a guest, regardless of isGuest [PAY-24, G-12]', async () => {
    const bad = { ...badTokens('luit-web'), 'an operator': tokenFor(gateway.operators, gateway.user) };
    const body = { planId: '5s-480p', prompt: 'a river', guestSessionId: 'g'.repeat(32), isGuest: true };
    for (const [name, token] of Object.entries(bad)) {
      if (token === undefined) continue;
      const answer = await send('post', '/api/payments/order', token).send(body);
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });

  it('all invalid tokens get the same response body [SRV-01]', async () => {
    const bodies = new Set<string>();
    for (const [name, token] of Object.entries(badTokens('luit-web'))) {
      if (!token) continue;
      const { body } = await send('get', '/api/credits/balance', token).expect(401);
      const { requestId, ...rest } = body as { requestId: string };
      expect([name, typeof requestId]).toEqual([name, 'string']);
      bodies.add(JSON.stringify(rest));
    }
    expect([...bodies]).toHaveLength(1);
  });

  describe.each(ADMIN_ROUTES)('%s %s [SRV-01]', (method, path) => {
    it('the route rejects invalid tokens with 401 and users with 403', async () => {
      for (const [name, token] of Object.entries(badTokens('luit-admin'))) {
        expect([name, (await send(method, path, token)).status]).toEqual([name, 401]);
      }
      const user = await send(method, path, tokenFor(gateway.users, gateway.user));
      expect(user.status).toBe(403);
      expect(user.body).toMatchObject({ code: 'forbidden' });
    });
  });

  it('an operator has access while the session is active', async () => {
    const token = tokenFor(gateway.operators, gateway.user);
    const jobs = await send('get', '/api/admin/jobs', token).expect(200);
    expect(jobs.body).toMatchObject({ success: true, data: { items: [], nextCursor: null, total: 0 } });
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: false }));
    await send('get', '/api/admin/jobs', token).expect(401);
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });

  it('a revoked session is rejected although its token has not expired', async () => {
    const revoked = newUser();
    const token = tokenFor(gateway.users, revoked);
    await send('get', '/api/credits/balance', token).expect(200);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: revoked.id,
      sessionIds: [revoked.sessionId],
      reason: 'signed_out',
    });
    await eventually(() => send('get', '/api/credits/balance', token).expect(401));
  });

  it('a password is set with a password reset token or a session, and with no other token [AUTH-33]', async () => {
    gateway.services.answer(authCalls.setPassword, () => ({ revokedSessionIds: [] }));
    const passwords = { password: 'a new one', currentPassword: 'the old one' };
    const set = (token?: string) => send('put', '/api/auth/password', token).send(passwords);
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

  it('an invalid token is one security event; expired tokens and revoked sessions are none', async () => {
    const events = async () => {
      const { values } = (await metrics.getSingleMetric('luit_security_events_total')?.get()) ?? { values: [] };
      return values.find(({ labels }) => labels.event === 'token_refused')?.value ?? 0;
    };
    const before = await events();
    await send('get', '/api/admin/jobs', 'nonsense').expect(401);
    await send('put', '/api/auth/password', tokenFor(newIssuer('luit-web'), gateway.user))
      .send({ password: 'a' })
      .expect(401);
    expect(await events()).toBe(before + 2);
    const now = Math.floor(Date.now() / 1_000);
    await send('get', '/api/credits/balance', tokenFor(gateway.users, gateway.user, { exp: now - 1 })).expect(401);
    await send('get', '/api/credits/balance').expect(401);
    expect(await events()).toBe(before + 2);
  });

  it('a blocked user is rejected with 403 on all routes', async () => {
    const revoked = newUser();
    const token = tokenFor(gateway.users, revoked);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, {
      userId: revoked.id,
      sessionIds: [revoked.sessionId],
      reason: 'blocked',
    });
    await eventually(() => send('get', '/api/credits/balance', token).expect(403));
    for (const [method, path] of [...USER_ROUTES, ['put', '/api/auth/password'] as const]) {
      const answer = await send(method, path, token);
      expect([path, answer.status, (answer.body as { code: string }).code]).toEqual([path, 403, 'user_blocked']);
    }
  });

  it('an idle operator is signed out, and background requests do not count as activity', async () => {
    const token = tokenFor(gateway.operators, gateway.user);
    gateway.services.received(authCalls.checkAdminSession);
    await send('get', '/api/admin/jobs', token).expect(200);
    await send('get', '/api/admin/jobs', token).set('x-background', '1').expect(200);
    const checks = gateway.services.received(authCalls.checkAdminSession);
    expect(checks.map(({ isBackground }) => isBackground)).toEqual([false, true]);
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: false, isIdle: true }));
    const refused = await send('get', '/api/admin/jobs', token).expect(401);
    expect(refused.body).toMatchObject({ code: 'unauthorized', details: { reason: 'idle' } });
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
  });

  it('tokens of a retired key are rejected as soon as the broadcast arrives', async () => {
    const token = tokenFor(gateway.users, gateway.user);
    await send('get', '/api/credits/balance', token).expect(200);
    const all = [gateway.users.key, gateway.operators.key, gateway.guests.key];
    gateway.services.answer(authCalls.getVerificationKeys, () => ({ keys: all.slice(1) }));
    const publish = () => gateway.broadcasts.publish(authBroadcasts.keysChanged, {});
    await publish();
    await eventually(() => send('get', '/api/credits/balance', token).expect(401));
    gateway.services.answer(authCalls.getVerificationKeys, () => ({ keys: all }));
    await publish();
    await eventually(() => send('get', '/api/credits/balance', token).expect(200));
  });

  it('a new key is loaded at once, and unknown keys rarely trigger a call to auth', async () => {
    // Shortly after a reload unknown keys are rejected without a call.
    gateway.services.received(authCalls.getVerificationKeys);
    for (let i = 0; i < 20; i += 1) {
      await send('get', '/api/credits/balance', tokenFor(newIssuer('luit-web'), gateway.user)).expect(401);
    }
    expect(gateway.services.received(authCalls.getVerificationKeys).length).toBeLessThanOrEqual(1);
    const next = newIssuer('luit-web');
    gateway.services.answer(authCalls.getVerificationKeys, () => ({
      keys: [gateway.users.key, gateway.operators.key, next.key],
    }));
    await eventually(() => send('get', '/api/credits/balance', tokenFor(next, gateway.user)).expect(200));
  });
});

describe('while verification keys cannot be loaded', () => {
  it('a token is answered with 503', async () => {
    const gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.getVerificationKeys, () => {
      throw unavailable();
    });
    const answer = await request(gateway.url).get('/api/credits/balance').set(gateway.bearer());
    expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    await gateway.close();
  });
});
