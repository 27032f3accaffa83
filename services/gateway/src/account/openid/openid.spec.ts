import { authCalls } from '@luit/contracts/auth/messages';
import type { OpenIdIdentity } from '@luit/contracts/auth/openid';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp, userOf } from '../../test/gateway-test-app';
import { tokenFor } from '../../test/test-tokens';
import { openIdSecret, openIdSettings, openIdUrl } from './openid-settings';

const WEB_URL = 'https://luit.example';
const REDIRECT_URL = `${WEB_URL}/auth/callback`;
const SECRETS = { nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) };

interface Returned {
  code: string;
  state: string;
  iss?: string;
}

describe('sign-in at an OpenID provider', () => {
  let sandbox: RunningSandbox;
  let gateway: GatewayTestApp;
  let issued: IssuedSession;
  let finished: { intent: string; identity: OpenIdIdentity }[];

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false, openId: { redirectUrl: REDIRECT_URL } });
    gateway = await startGatewayTestApp({ webUrl: WEB_URL, openId: openIdSettings(sandbox.openIdUrl) });
    issued = {
      access_token: tokenFor(gateway.users, gateway.user),
      refresh_token: 'refresh-1',
      session_id: gateway.user.sessionId,
      expires_at: 2_000_000_000,
      expires_in: 900,
      user: userOf(gateway.user),
      device_token: 'device-1',
    };
  });
  afterAll(() => Promise.all([gateway.close(), sandbox.close()]));
  beforeEach(async () => {
    await control('/reset');
    finished = [];
    const states = new Map<string, string>();
    gateway.services.answer(authCalls.startOpenId, ({ intent }) => {
      const state = uuidv7();
      states.set(state, intent);
      return { state, ...SECRETS, device_token: 'device-1' };
    });
    gateway.services.answer(authCalls.takeOpenIdState, ({ state }) => {
      const intent = states.get(state);
      if (!intent) throw new LuitError('link_invalid_or_expired', 'This sign-in has expired or was already used.');
      states.delete(state);
      return { intent: intent as 'sign_in', ...SECRETS };
    });
    gateway.services.answer(authCalls.finishOpenId, ({ intent, identity }) => {
      finished.push({ intent, identity });
      return { next: 'signed_in' as const, session: issued };
    });
  });

  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const post = (path: string, body: object = {}) => request(gateway.url).post(`/api/auth/openid/${path}`).send(body);
  const begin = async () => (await post('start').expect(200)).body as { url: string };
  /** Does what a browser does at the provider. */
  const visit = async (url: string): Promise<Returned> => {
    const jar = new Map<string, string>();
    for (let at = url; ;) {
      if (at.startsWith(REDIRECT_URL)) return Object.fromEntries(new URL(at).searchParams) as unknown as Returned;
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]!.split('=');
        jar.set(name, value);
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      at = new URL(location, at).href;
    }
  };
  const signInAs = async (person: object) => {
    await control('/oidc', person);
    return visit((await begin()).url);
  };
  const requests = async (path: string) => {
    const answer = await fetch(`${sandbox.url}/control/log?target=oidc`);
    const { entries } = (await answer.json()) as { entries: { path: string }[] };
    return entries.filter((entry) => entry.path.endsWith(path)).length;
  };

  it('is announced with its name', async () => {
    const { body } = await request(gateway.url).get('/api/auth/methods').expect(200);
    expect(body).toMatchObject({ provider: new URL(sandbox.url).host, passkeys: true });
  });

  it('asks for a code with PKCE, a state and a nonce, and returns only to our page', async () => {
    const answer = await post('start', { return: 'https://evil.example', redirect_uri: 'https://evil.example' });
    const url = new URL((answer.body as { url: string }).url);
    expect(url.origin + url.pathname).toBe(`${sandbox.url}/oidc/auth`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', scope: 'openid email profile', redirect_uri: REDIRECT_URL, client_id: 'luit' },
      ...{ code_challenge_method: 'S256', nonce: SECRETS.nonce, state: expect.stringMatching(/.+/) },
    });
    expect(url.search).not.toContain(SECRETS.codeVerifier);
    expect(url.search).not.toContain('evil');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-luit_device=device-1;.*HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it('verifies who signed in, and delivers the session as a cookie', async () => {
    const returned = await signInAs({ email: 'asha@example.com', name: 'Asha' });
    const answer = await post('finish', returned).expect(200);
    expect(answer.body).toMatchObject({ next: 'signed_in', session: { access_token: issued.access_token } });
    expect(answer.text).not.toContain('refresh-1');
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(/^__Host-luit_refresh=refresh-1;/));
    const issuer = `${sandbox.url}/oidc`;
    expect(finished).toEqual([
      {
        intent: 'sign_in',
        identity: {
          ...{ issuer, subject: expect.stringMatching(/^\w{20}$/), displayName: 'Asha' },
          ...{ email: 'asha@example.com', isEmailVerified: true },
        },
      },
    ]);
  });

  it.each([
    ['is false', { verified: false }],
    ['is a text in the ID token', { claims: { email: 'asha@example.com', email_verified: 'true' } }],
    ['is absent from the ID token', { claims: { email: 'asha@example.com' } }],
  ])('does not trust an address if email_verified %s', async (_name, lie) => {
    await post('finish', await signInAs({ email: 'asha@example.com', ...lie })).expect(200);
    expect(finished[0]?.identity).toMatchObject({ email: 'asha@example.com', isEmailVerified: false });
  });

  it('passes on that the provider names no address', async () => {
    await post('finish', await signInAs({ name: 'Asha' })).expect(200);
    expect(finished[0]?.identity).toMatchObject({ email: null });
  });

  it.each([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['several audiences and another authorized party', { claims: { aud: ['luit', 'other'], azp: 'other' } }],
    ['an expiry in the past', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
    ['another nonce', { claims: { nonce: 'replayed' } }],
    ['a key that the provider does not publish', { forged: true }],
    ['no subject', { claims: { sub: '' } }],
  ])('refuses an ID token with %s', async (_name, lie) => {
    const { body } = await post('finish', await signInAs({ email: 'asha@example.com', ...lie })).expect(400);
    expect(body).toMatchObject({ code: 'link_invalid_or_expired' });
    expect(finished).toEqual([]);
  });

  it('uses a state once, and a code once', async () => {
    const returned = await signInAs({ email: 'asha@example.com' });
    const answers = await Promise.all([post('finish', returned), post('finish', returned)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await requests('/token')).toBe(1);
    const { state } = await signInAs({ email: 'asha@example.com' });
    await post('finish', { ...returned, state }).expect(400);
    expect(finished).toHaveLength(1);
  });

  it('refuses a code of another request: its verifier differs', async () => {
    const { code, iss } = await signInAs({ email: 'asha@example.com' });
    gateway.services.answer(authCalls.takeOpenIdState, () => ({
      ...{ intent: 'sign_in', nonce: SECRETS.nonce, codeVerifier: 'w'.repeat(43) },
    }));
    await post('finish', { code, iss, state: 'stolen' }).expect(400);
    expect(finished).toEqual([]);
  });

  it('refuses a return that another issuer sent, or that lacks the issuer (mix-up, RFC 9207)', async () => {
    for (const iss of ['https://evil.example', undefined]) {
      const returned = await signInAs({ email: 'asha@example.com' });
      await post('finish', { ...returned, iss }).expect(400);
    }
    expect(await requests('/token')).toBe(0);
    for (const missing of [{ code: 'c' }, { state: 's' }, { code: 'c'.repeat(3_000), state: 's' }]) {
      await post('finish', missing).expect(400);
    }
  });

  it('accepts the new keys of a provider at once', async () => {
    await post('finish', await signInAs({ email: 'asha@example.com' })).expect(200);
    await control('/oidc/rotate-keys');
    await post('finish', await signInAs({ email: 'asha@example.com' })).expect(200);
    expect(finished).toHaveLength(2);
  });

  it.each(['down', 'error:503', 'garbage'])('says so when the provider is %s', async (kind) => {
    const returned = await signInAs({ email: 'asha@example.com' });
    await control('/faults', { target: 'oidc', kind, for_seconds: 600 });
    const { body } = await post('finish', returned).expect(503);
    expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('can’t be reached') });
    expect(finished).toEqual([]);
  });

  it('gives up on a provider that never answers', async () => {
    const returned = await signInAs({ email: 'asha@example.com' });
    await control('/faults', { target: 'oidc', kind: 'never_finishes', for_seconds: 600 });
    await post('finish', returned).expect(503);
  });

  it('links and confirms only for the signed-in account, and unlinks', async () => {
    await post('link/start').expect(401);
    await post('confirm/start').expect(401);
    gateway.services.received(authCalls.startOpenId);
    gateway.services.answer(authCalls.unlinkSignIn, () => ({}));
    const session = { userId: gateway.user.id, sessionId: gateway.user.sessionId };
    await post('link/start').set(gateway.bearer()).expect(200);
    await post('confirm/start').set(gateway.bearer()).expect(200);
    expect(gateway.services.received(authCalls.startOpenId)).toMatchObject([
      { intent: 'link', ...session },
      { intent: 'confirm', ...session },
    ]);
    const id = uuidv7();
    const unlink = (path: string) => request(gateway.url).delete(`/api/auth/linked-sign-ins/${path}`);
    await unlink(id).set(gateway.bearer()).expect(204);
    await unlink('none').set(gateway.bearer()).expect(404);
    expect(gateway.services.received(authCalls.unlinkSignIn)).toEqual([
      { userId: gateway.user.id, linkedSignInId: id },
    ]);
  });

  it('refuses requests that another site makes a browser send', async () => {
    gateway.services.received(authCalls.takeOpenIdState);
    for (const path of ['start', 'finish', 'signup', 'link', 'link/mail']) {
      const { body } = await post(path, { state: 's', code: 'c', token: 't', name: 'A' })
        .set({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
        .expect(403);
      expect(body).toMatchObject({ success: false });
    }
    expect(gateway.services.received(authCalls.takeOpenIdState)).toEqual([]);
  });

  it('passes on the token, the name and the consents of a new account, and the password of an existing one', async () => {
    gateway.services.answer(authCalls.signUpWithOpenId, () => issued);
    gateway.services.answer(authCalls.confirmOpenIdLink, () => issued);
    gateway.services.answer(authCalls.mailOpenIdLink, () => ({}));
    const signUp = { token: 't', name: 'Asha', language: 'hi', termsVersion: '2026-11-21', marketing: true };
    gateway.services.received(authCalls.signUpWithOpenId);
    await post('signup', { ...signUp, termsVersion: undefined, role: 'admin' }).expect(201);
    const { termsVersion: _version, ...rest } = signUp;
    expect(gateway.services.received(authCalls.signUpWithOpenId)).toEqual([{ ...rest, device: expect.anything() }]);
    const linked = await post('link', { token: 't', password: 'p' }).expect(200);
    expect(linked.headers['set-cookie']).toContainEqual(expect.stringMatching(/^__Host-luit_refresh=refresh-1;/));
    await post('link/mail', { token: 't' }).expect(200);
    expect(gateway.services.received(authCalls.mailOpenIdLink)).toEqual([{ token: 't', device: expect.anything() }]);
  });
});

describe('a hostile OpenID provider', () => {
  let server: Server;
  let metadata: (url: string) => object;
  let url: string;

  beforeAll(async () => {
    server = createServer((incoming, answer) => {
      answer.setHeader('content-type', 'application/json');
      if (incoming.url === '/huge/.well-known/openid-configuration') return answer.end(`"${'x'.repeat(2_000_000)}"`);
      return answer.end(JSON.stringify(metadata(url)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const start = async (issuer: string) => {
    const gateway = await startGatewayTestApp({ openId: { issuer, clientId: 'luit', clientSecret: 'secret' } });
    gateway.services.answer(authCalls.startOpenId, () => ({ state: 's', ...SECRETS, device_token: 'd' }));
    const { status } = await request(gateway.url).post('/api/auth/openid/start').send({});
    await gateway.close();
    return status;
  };

  it('cannot pose as another issuer, nor fill the memory', async () => {
    metadata = () => ({
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/a',
    });
    expect(await start(`${url}/`)).toBe(503);
    expect(await start(`${url}/huge`)).toBe(503);
  });
});

it('without a setting there is no provider, and passkeys need a host name', async () => {
  const gateway = await startGatewayTestApp({ webUrl: 'http://127.0.0.1:8080' });
  const methods = await request(gateway.url).get('/api/auth/methods').expect(200);
  expect(methods.body).toMatchObject({ provider: null, passkeys: false });
  gateway.services.answer(authCalls.startOpenId, () => ({ state: 's', ...SECRETS, device_token: 'd' }));
  await request(gateway.url).post('/api/auth/openid/start').send({}).expect(404);
  await gateway.close();
});

describe('OIDC_URL', () => {
  it('holds the issuer and the credentials, percent-encoded', () => {
    expect(openIdSettings('https://a%40b:c%2Fd@accounts.google.com')).toEqual({
      ...{ issuer: 'https://accounts.google.com/', clientId: 'a@b', clientSecret: 'c/d' },
    });
    expect(openIdSettings()).toBeNull();
  });

  it.each([
    'https://accounts.google.com',
    'https://id@accounts.google.com',
    'ftp://id:secret@accounts.google.com',
    'https://id:%ZZ@accounts.google.com',
    'https://id:secret@accounts.google.com/?a=b',
  ])('%s is refused', (url) => {
    expect(openIdUrl.safeParse(url).success).toBe(false);
  });

  it('is no placeholder in production', () => {
    expect(openIdSecret({ OIDC_URL: 'https://id:change-me@accounts.google.com' })).toEqual([
      expect.stringContaining('OIDC_URL'),
    ]);
    expect(openIdSecret({ OIDC_URL: 'https://id:GOCSPX-a1b2c3d4e5@accounts.google.com' })).toEqual([]);
  });
});
