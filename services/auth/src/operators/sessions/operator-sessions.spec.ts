import { authCalls } from '@luit/contracts/auth/messages';
import { verify } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

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

  it('the first operator comes from the environment, and later settings change nothing [G-28]', async () => {
    expect((await signIn()).admin).toEqual({ email: 'admin@example.com' });
    await app.restart({ firstAdmin: { email: 'other@example.com', password: 'another password' } });
    await signIn();
    await expect(signIn({ email: 'other@example.com', password: 'another password' })).rejects.toThrow();
  });

  it('an operator token lasts eight hours, and its session is checked and revocable [G-33]', async () => {
    const { token, expiresAt } = await signIn();
    const { sub, sid, exp } = await claimsOf(token);
    expect(exp).toBe(expiresAt);
    expect(Math.abs(exp - Date.now() / 1_000 - 8 * 3_600)).toBeLessThan(60);
    const session = { adminId: sub, sessionId: sid };
    const isActive = async (other = session) => (await app.calls.call(authCalls.checkAdminSession, other)).active;
    expect(await isActive()).toBe(true);
    expect(await isActive({ ...session, adminId: uuidv7() })).toBe(false);
    expect(await isActive({ ...session, sessionId: uuidv7() })).toBe(false);
    await app.calls.call(authCalls.adminSignOut, session);
    await app.calls.call(authCalls.adminSignOut, session);
    expect(await isActive()).toBe(false);
  });

  it('an operator session expires after eight hours', async () => {
    const { sub, sid } = await claimsOf((await signIn()).token);
    await app.rows('UPDATE admin_sessions SET expires_at = now() WHERE id = $1', [sid]);
    expect(await app.calls.call(authCalls.checkAdminSession, { adminId: sub, sessionId: sid })).toEqual({
      active: false,
    });
  });

  it('an operator session expires after 30 idle minutes, and background requests do not extend it', async () => {
    const { sub, sid } = await claimsOf((await signIn()).token);
    const check = (isBackground?: boolean) =>
      app.calls.call(authCalls.checkAdminSession, { adminId: sub, sessionId: sid, isBackground });
    const beIdleFor = (minutes: number) =>
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
    await beIdleFor(29);
    expect(await check(true)).toMatchObject({ active: true });
    expect(await idleSeconds()).toBeGreaterThanOrEqual(29 * 60);
    expect(await check()).toMatchObject({ active: true });
    expect(await idleSeconds()).toBeLessThan(60);
    await app.rows("UPDATE admin_sessions SET last_used_at = now() - interval '40 seconds' WHERE id = $1", [sid]);
    expect(await check()).toMatchObject({ active: true });
    expect(await idleSeconds()).toBeGreaterThanOrEqual(40);
    await beIdleFor(31);
    expect(await check()).toEqual({ active: false, isIdle: true });
    expect(await check(true)).toEqual({ active: false, isIdle: true });
  });

  it('a wrong address and a wrong password get the same error, and users cannot sign in as operators', async () => {
    const { user } = await app.confirmed();
    for (const wrong of [{ password: 'wrong password' }, { email: 'nobody@example.com' }, { email: user.email }]) {
      await expect(signIn(wrong)).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid email or password',
      });
    }
  });
});
