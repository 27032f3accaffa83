import { authCalls } from '@luit/contracts/auth/messages';
import { verify } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp } from '../test/auth-test-app';

describe('operators', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signIn = (changes: Partial<typeof firstAdmin> = {}) =>
    app.calls.call(authCalls.adminSignIn, { ...firstAdmin, ...changes, device });

  const claimsOf = async (token: string) => {
    const { keys } = await app.calls.call(authCalls.getVerificationKeys, {});
    const pem = keys.find((key) => key.audience === 'luit-admin')?.publicKeyPem ?? '';
    return verify(token, pem, { algorithms: ['ES256'], audience: 'luit-admin' }) as {
      sub: string;
      sid: string;
      exp: number;
    };
  };

  it('G-28: the first comes from the environment, and later settings change nobody', async () => {
    expect((await signIn()).admin).toEqual({ email: 'admin@example.com' });
    await app.restart({ firstAdmin: { email: 'other@example.com', password: 'another password' } });
    await signIn();
    await expect(signIn({ email: 'other@example.com', password: 'another password' })).rejects.toThrow();
  });

  it('G-33: hold a token of eight hours with a session that is checked and can be ended', async () => {
    const { token, expiresAt } = await signIn();
    const { sub, sid, exp } = await claimsOf(token);
    expect(exp).toBe(expiresAt);
    expect(Math.abs(exp - Date.now() / 1_000 - 8 * 3_600)).toBeLessThan(10);
    const session = { adminId: sub, sessionId: sid };
    const isActive = async (other = session) => (await app.calls.call(authCalls.checkAdminSession, other)).active;
    expect(await isActive()).toBe(true);
    expect(await isActive({ ...session, adminId: uuidv7() })).toBe(false);
    expect(await isActive({ ...session, sessionId: uuidv7() })).toBe(false);
    await app.calls.call(authCalls.adminSignOut, session);
    await app.calls.call(authCalls.adminSignOut, session);
    expect(await isActive()).toBe(false);
  });

  it('lose their session after eight hours', async () => {
    const { sub, sid } = await claimsOf((await signIn()).token);
    await app.rows('UPDATE admin_sessions SET expires_at = now() WHERE id = $1', [sid]);
    expect(await app.calls.call(authCalls.checkAdminSession, { adminId: sub, sessionId: sid })).toEqual({
      active: false,
    });
  });

  it('are signed out after 30 minutes without activity; what their page asks for by itself is none', async () => {
    const { sub, sid } = await claimsOf((await signIn()).token);
    const check = (isBackground?: boolean) =>
      app.calls.call(authCalls.checkAdminSession, { adminId: sub, sessionId: sid, isBackground });
    const leaveFor = (minutes: number) =>
      app.rows('UPDATE admin_sessions SET last_used_at = now() - make_interval(mins => $2) WHERE id = $1', [
        sid,
        minutes,
      ]);
    const idleSeconds = async () => {
      const [row] = await app.rows<{ idle: number }>(
        'SELECT extract(epoch FROM now() - last_used_at)::int AS idle FROM admin_sessions WHERE id = $1',
        [sid],
      );
      return row?.idle ?? -1;
    };
    await leaveFor(29);
    expect(await check(true)).toEqual({ active: true });
    expect(await idleSeconds()).toBeGreaterThanOrEqual(29 * 60);
    expect(await check()).toEqual({ active: true });
    expect(await idleSeconds()).toBeLessThan(60);
    await app.rows("UPDATE admin_sessions SET last_used_at = now() - interval '40 seconds' WHERE id = $1", [sid]);
    expect(await check()).toEqual({ active: true });
    expect(await idleSeconds()).toBeGreaterThanOrEqual(40);
    await leaveFor(31);
    expect(await check()).toEqual({ active: false, isIdle: true });
    expect(await check(true)).toEqual({ active: false, isIdle: true });
  });

  it('are told the same of a wrong address and a wrong password; users are no operators', async () => {
    const { user } = await app.confirmed();
    for (const wrong of [{ password: 'wrong password' }, { email: 'nobody@example.com' }, { email: user.email }]) {
      await expect(signIn(wrong)).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid email or password',
      });
    }
  });
});
