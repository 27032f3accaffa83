import { LASTING_ACCESS, RECENT_SIGN_IN_SECONDS } from '@luit/contracts/auth/lasting-access';
import { authCalls, authEvents } from '@luit/contracts/auth/messages';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { hashOfApiKey } from '@luit/contracts/auth/api-key-format';
import { uuidv7 } from 'uuidv7';
import { generateVAPIDKeys } from 'web-push';
import { TestAuthenticator } from '../../test/test-authenticator';
import { device, password, startAuthTestApp, unknownDevice, type AuthTestApp } from '../../test/auth-test-app';

const vapid = { ...generateVAPIDKeys(), subject: 'mailto:hello@luit.example' };
const from = { ip: '198.51.100.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' };
const NEW_PASSWORD = 'another horse entirely';

describe('access that outlives a session', () => {
  let app: AuthTestApp;
  let session: IssuedSession;

  beforeAll(async () => {
    app = await startAuthTestApp({ vapid });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    session = await app.confirmed();
  });

  const own = () => ({ userId: session.user.id, sessionId: session.session_id });
  const userId = () => session.user.id;
  const list = () => app.calls.call(authCalls.listAccess, own());

  const createKey = () =>
    app.calls.call(authCalls.createApiKey, {
      userId: userId(),
      name: 'Call me',
      mode: 'live',
      scopes: ['videos:read'],
      from,
    });
  const createEndpoint = () =>
    app.calls.call(authCalls.createWebhookEndpoint, {
      ...{ userId: userId(), url: 'https://hooks.example/secret-path', events: ['video.completed' as const], from },
    });
  const subscribe = () =>
    app.calls.call(authCalls.subscribeToWebPush, {
      ...{ ...own(), endpoint: `https://push.example/${uuidv7()}`, auth: 'A'.repeat(22), from },
      p256dh: vapid.publicKey,
    });

  const source = () => ({ ...from, token: session.device_token });
  const linkSignIn = () =>
    app.calls.call(authCalls.finishOpenId, {
      intent: 'link',
      identity: {
        ...{ issuer: 'https://accounts.google.com', subject: uuidv7(), email: 'secret-path@example.com' },
        ...{ isEmailVerified: true, displayName: 'Call me' },
      },
      ...own(),
      device: source(),
    });
  const addPasskey = async () => {
    const { options } = await app.calls.call(authCalls.startUserPasskey, { userId: userId(), device: source() });
    const response = new TestAuthenticator('https://luit.example').create(options);
    return app.calls.call(authCalls.addUserPasskey, { userId: userId(), name: 'Call me', response, device: source() });
  };

  /** Grants one of each kind that auth owns. Generation owns share links. */
  const GRANTS: Record<string, () => Promise<unknown>> = {
    api_key: createKey,
    webhook_endpoint: createEndpoint,
    push_subscription: subscribe,
    linked_sign_in: linkSignIn,
    passkey: addPasskey,
  };
  const ids = async () => {
    const { apiKeys, webhookEndpoints, pushSubscriptions, linkedSignIns, passkeys } = await list();
    return [...apiKeys, ...webhookEndpoints, ...pushSubscriptions, ...linkedSignIns, ...passkeys].map(({ id }) => id);
  };
  const mails = async () => (await app.mailsTo(session.user.email)).filter((kind) => kind === 'access_granted');
  const rendered = async () => {
    const [mail] = await app.rows<{ id: string }>(
      `SELECT id FROM mails WHERE user_id = $1 AND kind = 'access_granted' ORDER BY created_at DESC`,
      [userId()],
    );
    return app.calls.call(authCalls.renderMail, { mailId: mail?.id ?? '' });
  };
  const openReset = async () => {
    const { email } = session.user;
    await app.rows(`UPDATE mails SET created_at = created_at - interval '1 hour' WHERE user_id = $1`, [userId()]);
    await app.calls.call(authCalls.requestPasswordReset, { email });
    const token = await app.mailedToken(email, 'password_reset');
    return app.calls.call(authCalls.redeemPasswordReset, { token, device });
  };
  const setPassword = (sessionId: string, more: object) =>
    app.calls.call(authCalls.setPassword, { userId: userId(), sessionId, password: NEW_PASSWORD, device, ...more });
  const revocations = () =>
    app.rows<{ payload: { keep: string[] } }>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'userId' = $2`,
      [authEvents.accessRevoked.name, userId()],
    );

  it('of every guarded kind is covered here', () => {
    const guarded = Object.entries(LASTING_ACCESS).flatMap(([kind, { isGuarded }]) => (isGuarded ? [kind] : []));
    expect(Object.keys(GRANTS)).toEqual(guarded);
    expect(Object.values(LASTING_ACCESS).filter((kind) => !kind.isGuarded && !('reason' in kind))).toEqual([]);
  });

  describe.each(Object.keys(GRANTS))('%s', (kind) => {
    beforeEach(() => GRANTS[kind]?.());

    it('is announced to the owner with time, device and address, and with a way to undo it', async () => {
      const mail = await rendered();
      expect(mail?.to).toBe(session.user.email);
      for (const part of ['Chrome on Linux', '198.51.100.7', 'IST', 'https://luit.example/account/access']) {
        expect(mail?.text).toContain(part);
      }
      expect(mail?.text).not.toContain('Call me');
      expect(mail?.text).not.toContain('secret-path');
    });

    it('is announced in Hindi', async () => {
      const english = await rendered();
      await app.calls.call(authCalls.updateUser, { userId: userId(), language: 'hi' });
      const hindi = await rendered();
      expect(hindi?.subject).toMatch(/\p{Script=Devanagari}/u);
      expect(hindi?.subject).not.toBe(english?.subject);
    });

    it('is listed and ends at a password reset', async () => {
      expect(await ids()).toHaveLength(1);
      const { session_id: sessionId } = await openReset();
      expect(await app.calls.call(authCalls.listAccess, { userId: userId(), sessionId })).toMatchObject({
        sessions: [{ current: false }],
      });
      await setPassword(sessionId, {});
      expect(await ids()).toEqual([]);
      expect(await revocations()).toMatchObject([{ payload: { keep: [] } }]);
    });

    it('stays at a password reset if the owner keeps it, unless it belongs to a session that ended', async () => {
      const keep = await ids();
      const { session_id: sessionId } = await openReset();
      await setPassword(sessionId, { keep });
      expect(await ids()).toEqual(kind === 'push_subscription' ? [] : keep);
      expect(await revocations()).toMatchObject([{ payload: { keep } }]);
    });

    it('stays at a change with the current password, unless the owner ends it', async () => {
      await setPassword(session.session_id, { currentPassword: password });
      expect(await ids()).toHaveLength(1);
      expect(await revocations()).toEqual([]);
      await setPassword(session.session_id, { currentPassword: NEW_PASSWORD, password, keep: [] });
      expect(await ids()).toEqual([]);
    });
  });

  it('revoked keys are refused at once, and the audit log says so', async () => {
    const { key, apiKey } = await createKey();
    const { session_id: sessionId } = await openReset();
    await setPassword(sessionId, {});
    expect(await app.calls.call(authCalls.findApiKey, { keyHash: hashOfApiKey(key) })).toEqual({ grant: null });
    const { entries } = await app.calls.call(authCalls.listAuditLog, { limit: 10, subject: apiKey.id });
    expect(entries.map(({ action }) => action)).toEqual(['api_key_revoked', 'api_key_created']);
  });

  it('ids of another account keep and end nothing', async () => {
    const { apiKey } = await createKey();
    const victim = session;
    session = await app.confirmed();
    await createKey();
    await setPassword(session.session_id, { currentPassword: password, keep: [apiKey.id] });
    expect(await ids()).toEqual([]);
    session = victim;
    expect(await ids()).toEqual([apiKey.id]);
  });

  it('replacing and changing it is announced, a new name or a pause is not', async () => {
    const { apiKey } = await createKey();
    const { endpoint } = await createEndpoint();
    const key = { userId: userId(), keyId: apiKey.id, from };
    const hook = { userId: userId(), endpointId: endpoint.id, from };
    await app.calls.call(authCalls.updateApiKey, { ...key, name: 'Other' });
    await app.calls.call(authCalls.updateWebhookEndpoint, { ...hook, isOn: false });
    expect(await mails()).toHaveLength(2);
    await app.calls.call(authCalls.updateApiKey, { ...key, networks: null });
    await app.calls.call(authCalls.updateApiKey, { ...key, changesBudget: true });
    await app.calls.call(authCalls.rotateApiKey, key);
    await app.calls.call(authCalls.updateWebhookEndpoint, { ...hook, isOn: true });
    await app.calls.call(authCalls.updateWebhookEndpoint, { ...hook, url: 'https://evil.example/' });
    await app.calls.call(authCalls.rotateWebhookSecret, hook);
    expect(await mails()).toHaveLength(8);
  });

  it('the same subscription of a device again is not announced again', async () => {
    const subscription = { endpoint: 'https://push.example/same', auth: 'A'.repeat(22), p256dh: vapid.publicKey };
    await app.calls.call(authCalls.subscribeToWebPush, { ...own(), ...subscription });
    await app.calls.call(authCalls.subscribeToWebPush, { ...own(), ...subscription });
    expect(await mails()).toHaveLength(1);
  });

  describe('a recent sign-in', () => {
    const require = () => app.calls.call(authCalls.requireRecentSignIn, own());
    const age = (seconds = RECENT_SIGN_IN_SECONDS) =>
      app.rows(`UPDATE sessions SET authenticated_at = now() - make_interval(secs => $2) WHERE user_id = $1`, [
        userId(),
        seconds,
      ]);

    it('is one within the limit, and refreshing the session does not renew it', async () => {
      await require();
      await age(RECENT_SIGN_IN_SECONDS - 30);
      await require();
      await age();
      await app.calls.call(authCalls.refresh, { refreshToken: session.refresh_token, device });
      await expect(require()).rejects.toMatchObject({ code: 'password_required', status: 403 });
    });

    it('is renewed by the password, and a wrong one counts as an attempt', async () => {
      await age();
      const confirm = (secret: string) =>
        app.calls.call(authCalls.confirmPassword, { ...own(), password: secret, device });
      await expect(confirm('wrong horse')).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(require()).rejects.toMatchObject({ code: 'password_required' });
      await confirm(password);
      await require();
      for (let attempt = 0; attempt < 12; attempt += 1) await confirm('wrong horse').catch(() => undefined);
      await app.prolongSignInDelays();
      await expect(confirm(password)).rejects.toMatchObject({ code: 'too_many_attempts' });
    });

    it('is none in a session that has ended, of another account, or of a password reset', async () => {
      const reset = await openReset();
      const asReset = { userId: userId(), sessionId: reset.session_id };
      await expect(app.calls.call(authCalls.requireRecentSignIn, asReset)).rejects.toMatchObject({
        code: 'password_required',
      });
      await expect(app.calls.call(authCalls.confirmPassword, { ...asReset, password, device })).rejects.toMatchObject({
        code: 'unauthorized',
      });
      const stranger = await app.confirmed();
      const mixed = { userId: stranger.user.id, sessionId: session.session_id };
      await expect(app.calls.call(authCalls.requireRecentSignIn, mixed)).rejects.toMatchObject({
        code: 'password_required',
      });
      await app.calls.call(authCalls.signOut, { ...own(), scope: 'local' });
      await expect(require()).rejects.toMatchObject({ code: 'password_required' });
    });
  });

  it('devices without a session and push subscriptions are listed, and the owner ends them one by one', async () => {
    const other = await app.calls.call(authCalls.signIn, {
      email: session.user.email,
      password,
      device: unknownDevice,
    });
    await app.calls.call(authCalls.signOut, { userId: userId(), sessionId: other.session_id, scope: 'local' });
    await subscribe();
    const { devices, pushSubscriptions, sessions } = await list();
    expect(sessions).toMatchObject([{ id: session.session_id, current: true }]);
    expect(devices).toHaveLength(1);
    expect(pushSubscriptions).toHaveLength(1);
    const deviceId = devices[0]?.id ?? '';
    const subscriptionId = pushSubscriptions[0]?.id ?? '';
    const stranger = (await app.confirmed()).user.id;
    await app.calls.call(authCalls.forgetDevice, { userId: stranger, deviceId });
    await app.calls.call(authCalls.endPushSubscription, { userId: stranger, subscriptionId });
    expect(await list()).toMatchObject({ devices: [{ id: deviceId }], pushSubscriptions: [{ id: subscriptionId }] });
    await app.calls.call(authCalls.forgetDevice, { userId: userId(), deviceId });
    await app.calls.call(authCalls.endPushSubscription, { userId: userId(), subscriptionId });
    expect(await list()).toMatchObject({ devices: [], pushSubscriptions: [] });
  });
});
