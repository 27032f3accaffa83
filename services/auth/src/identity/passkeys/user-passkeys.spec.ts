import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { type AuthTestApp, device, startAuthTestApp, unknownDevice } from '../../test/auth-test-app';
import { TestAuthenticator } from '../../test/test-authenticator';

const ORIGIN = 'https://luit.example';
const refused = { code: 'invalid_credentials' };

describe('passkeys of users', () => {
  let app: AuthTestApp;
  let session: IssuedSession;
  let own: Device;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    session = await app.confirmed();
    own = { ...device, token: session.device_token };
  });

  const userId = () => session.user.id;
  const begin = async (by = own) => {
    const { options, device_token: token } = await app.calls.call(authCalls.startPasskeySignIn, { device: by });
    return { options, by: { ...by, token } };
  };
  const signIn = async (authenticator: TestAuthenticator, by = own) => {
    const started = await begin(by);
    const response = authenticator.use(started.options);
    return app.calls.call(authCalls.signInWithPasskey, { response, device: started.by });
  };
  const add = async (authenticator: TestAuthenticator, name = 'Phone') => {
    const { options } = await app.calls.call(authCalls.startUserPasskey, { userId: userId(), device: own });
    const response = authenticator.create(options);
    return app.calls.call(authCalls.addUserPasskey, { userId: userId(), name, response, device: own });
  };
  const list = async () =>
    (await app.calls.call(authCalls.listAccess, { userId: userId(), sessionId: session.session_id })).passkeys;

  it('a passkey is added, named, used without an address, renamed and removed', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    const passkey = await add(authenticator);
    expect(await list()).toEqual([{ ...passkey, name: 'Phone', lastUsedAt: null }]);
    const opened = await signIn(authenticator, unknownDevice);
    expect(opened.user.id).toBe(userId());
    expect(opened.session_id).not.toBe(session.session_id);
    const of = { userId: userId(), passkeyId: passkey.id };
    await app.calls.call(authCalls.renameUserPasskey, { ...of, name: 'Old phone' });
    expect(await list()).toMatchObject([{ name: 'Old phone', lastUsedAt: expect.any(String) }]);
    await app.calls.call(authCalls.removeUserPasskey, of);
    await expect(signIn(authenticator)).rejects.toMatchObject(refused);
    await expect(app.calls.call(authCalls.removeUserPasskey, of)).rejects.toMatchObject({ code: 'not_found' });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 5, userId: userId() });
    expect(entries.map(({ action }) => action)).toEqual(['passkey_removed', 'passkey_renamed', 'passkey_added']);
  });

  it('is created as a discoverable one of a device that verifies its owner', async () => {
    const { options } = await app.calls.call(authCalls.startUserPasskey, { userId: userId(), device: own });
    expect(options).toMatchObject({
      rp: { id: 'luit.example', name: 'Luit' },
      user: { name: session.user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await expect(add(new TestAuthenticator(ORIGIN, false))).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });

  it('the options of a sign-in name no passkey and no account', async () => {
    await add(new TestAuthenticator(ORIGIN));
    const { options } = await begin();
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'luit.example' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  it('a challenge is answered once, by the browser that got it, and in time', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    const send = (response: ReturnType<TestAuthenticator['use']>, by: Device) =>
      app.calls.call(authCalls.signInWithPasskey, { response, device: by });
    const expired = { code: 'link_invalid_or_expired' };
    const { options, by } = await begin();
    const response = authenticator.use(options);
    await expect(send(response, unknownDevice)).rejects.toMatchObject(expired);
    const results = await Promise.allSettled([send(response, by), send(response, by), send(response, by)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await begin();
    await app.rows(`UPDATE sign_in_challenges SET created_at = created_at - interval '11 minutes'`);
    await expect(send(authenticator.use(late.options), late.by)).rejects.toMatchObject(expired);
    for (const challenge of ['', 'bm9uZQ', 'x'.repeat(3_000)]) {
      await expect(send(authenticator.use({ challenge }), by)).rejects.toMatchObject(expired);
    }
  });

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['that did not verify its owner', { isVerifying: false }],
  ])('a passkey %s is refused', async (_name, change) => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    await expect(signIn(Object.assign(authenticator, change))).rejects.toMatchObject(refused);
    await expect(signIn(new TestAuthenticator(ORIGIN))).rejects.toMatchObject(refused);
  });

  it('a copy whose counter is behind is refused', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    await signIn(authenticator);
    authenticator.rewind();
    await expect(signIn(authenticator)).rejects.toMatchObject(refused);
  });

  it('a challenge for adding one cannot sign in, nor add to another account', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    const { options } = await app.calls.call(authCalls.startUserPasskey, { userId: userId(), device: own });
    const response = authenticator.use(options);
    await expect(app.calls.call(authCalls.signInWithPasskey, { response, device: own })).rejects.toMatchObject({
      code: 'link_invalid_or_expired',
    });
    const other = await app.confirmed();
    const creation = { name: 'Theirs', response: new TestAuthenticator(ORIGIN).create(options), device: own };
    await expect(
      app.calls.call(authCalls.addUserPasskey, { ...creation, userId: other.user.id }),
    ).rejects.toMatchObject({ code: 'link_invalid_or_expired' });
  });

  it('one passkey belongs to one account, and others cannot rename or remove it', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    const { id: passkeyId } = await add(authenticator);
    await expect(add(authenticator)).rejects.toMatchObject({ code: 'conflict' });
    const other = await app.confirmed();
    const theirs = { userId: other.user.id, passkeyId };
    for (const attempt of [
      () => app.calls.call(authCalls.renameUserPasskey, { ...theirs, name: 'Mine' }),
      () => app.calls.call(authCalls.removeUserPasskey, theirs),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('blocked accounts and accounts that are being deleted cannot sign in', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    for (const [status, code] of [
      ['blocked', 'user_blocked'],
      ['closing', 'account_closed'],
    ]) {
      await app.rows('UPDATE users SET status = $2 WHERE id = $1', [userId(), status]);
      await expect(signIn(authenticator)).rejects.toMatchObject({ code });
    }
  });

  it('makes the session of its owner a recent one, and of nobody else', async () => {
    const authenticator = new TestAuthenticator(ORIGIN);
    await add(authenticator);
    const of = { userId: userId(), sessionId: session.session_id };
    await app.rows(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [userId()]);
    const recent = () => app.calls.call(authCalls.requireRecentSignIn, of);
    await expect(recent()).rejects.toMatchObject({ code: 'password_required' });
    const other = await app.confirmed();
    const theirs = { userId: other.user.id, sessionId: other.session_id };
    for (const [by, isAccepted] of [
      [theirs, false],
      [of, true],
    ] as const) {
      const started = await begin();
      const proof = { response: authenticator.use(started.options), device: started.by };
      const confirmed = app.calls.call(authCalls.confirmWithPasskey, { ...by, ...proof });
      if (isAccepted) await confirmed;
      else await expect(confirmed).rejects.toMatchObject(refused);
    }
    await recent();
  });

  it('are refused where the site has no host name', async () => {
    await app.restart({ webUrl: 'http://127.0.0.1:8080' });
    await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
    await app.restart();
  });
});
