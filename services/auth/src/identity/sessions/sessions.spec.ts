import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { IssuedSession } from '@luit/contracts/auth/sessions';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually, onceAvailable } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

describe('sessions', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signIn = (email: unknown, word: unknown = password) =>
    app.calls.call(authCalls.signIn, { email: email as string, password: word as string, device });
  const refresh = (session: { refresh_token: string }) =>
    app.calls.call(authCalls.refresh, { refreshToken: session.refresh_token, device });
  const sessionEnded = { code: 'unauthorized', status: 401 };

  it('a session expires 90 days after sign-in and leaves the device list', async () => {
    const session = await app.confirmed();
    const list = () => app.calls.call(authCalls.listSessions, { userId: session.user.id, sessionId: '' });
    const age = (interval: string) =>
      app.rows('UPDATE sessions SET created_at = now() - $2::interval WHERE id = $1', [session.session_id, interval]);
    await age('89 days 23 hours');
    const next = await refresh(session);
    expect((await list()).sessions).toHaveLength(1);
    await age('90 days 1 minute');
    await expect(refresh(next)).rejects.toMatchObject(sessionEnded);
    expect((await list()).sessions).toEqual([]);
  });

  describe('sign-in', () => {
    it.each([
      ['', 'x', 'validation_failed', 'Email is required', 'AUTH-08'],
      ['ritu@example.com', '', 'validation_failed', 'Password is required', 'AUTH-08'],
      ['ritu', 'x', 'invalid_email', 'Please enter a valid email address', 'AUTH-19'],
      [
        'nobody@example.com',
        'a password',
        'user_not_found',
        'No account found with this email address. Please sign up first',
        'AUTH-25',
      ],
    ])('a sign-in with address %p and password %p is rejected as %s: %s [%s]', async (email, word, code, message) => {
      await expect(signIn(email, word)).rejects.toMatchObject({ code, message });
    });

    it('a wrong password is rejected [AUTH-22]', async () => {
      const { user } = await app.confirmed();
      await expect(signIn(user.email, `${password} `)).rejects.toMatchObject({
        code: 'invalid_credentials',
        status: 401,
        message: 'Invalid email or password',
      });
    });

    it('a sign-in returns access token, refresh token and expiry, and records the time [AUTH-39]', async () => {
      const { user } = await app.confirmed();
      const session = await signIn(user.email.toUpperCase());
      expect(session).toEqual<IssuedSession>({
        access_token: expect.any(String) as string,
        refresh_token: expect.any(String) as string,
        session_id: expect.any(String) as string,
        device_token: expect.any(String) as string,
        expires_in: 900,
        expires_at: expect.any(Number) as number,
        user: { ...user, last_sign_in_at: expect.any(String) as string },
      });
      expect(Math.abs(session.expires_at - Date.now() / 1_000 - 900)).toBeLessThan(60);
      expect(session.user.last_sign_in_at).not.toBe(user.last_sign_in_at);
    });

    it('a password of emoji, NUL and 1000 bytes is compared unchanged', async () => {
      const email = `${uuidv7()}@example.com`;
      const word = `\0🎬${'a'.repeat(995)}`;
      await app.calls.call(authCalls.signUp, { email, password: word, name: 'Ritu', device });
      await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(email), device });
      await signIn(email, word);
      for (const other of [word.slice(1), `${word.slice(0, -1)}b`, word.slice(0, 3)]) {
        await expect(signIn(email, other)).rejects.toMatchObject({ code: 'invalid_credentials' });
      }
    });

    it('a blocked user can neither sign in nor refresh', async () => {
      const session = await app.confirmed();
      await app.rows(`UPDATE users SET status = 'blocked' WHERE id = $1`, [session.user.id]);
      await expect(signIn(session.user.email)).rejects.toMatchObject({ code: 'user_blocked', status: 403 });
      for (let i = 0; i < 2; i += 1) {
        await expect(refresh(session)).rejects.toMatchObject({ code: 'user_blocked', status: 403 });
      }
    });

    it('device headers are sanitized and truncated', async () => {
      const { user } = await app.confirmed();
      const hostileDevice = { ip: '::1', userAgent: `\0${'x'.repeat(10_000)}` };
      const { session_id } = await app.calls.call(authCalls.signIn, {
        email: user.email,
        password,
        device: hostileDevice,
      });
      const [row] = await app.rows<{ length: number }>('SELECT length(user_agent) FROM sessions WHERE id = $1', [
        session_id,
      ]);
      expect(row?.length).toBe(500);
    });
  });

  describe('refresh', () => {
    const ageTokens = (sessionId: string) =>
      app.rows(`UPDATE refresh_tokens SET used_at = used_at - interval '11 seconds' WHERE session_id = $1`, [
        sessionId,
      ]);

    it('20 concurrent refreshes of one token return the same next token', async () => {
      const session = await app.confirmed();
      const results = await Promise.all(Array.from({ length: 20 }, () => onceAvailable(() => refresh(session))));
      expect(new Set(results.map((result) => result.refresh_token)).size).toBe(1);
      const next = results[0] as IssuedSession;
      expect(next.refresh_token).not.toBe(session.refresh_token);
      await refresh(next);
    });

    it('the parent of the active token is accepted until the active token is used', async () => {
      const first = await app.confirmed();
      const second = await refresh(first);
      await ageTokens(first.session_id);
      expect((await refresh(first)).refresh_token).toBe(second.refresh_token);
    });

    it('a used token returns the active token for 10 s', async () => {
      const first = await app.confirmed();
      const third = await refresh(await refresh(first));
      expect((await refresh(first)).refresh_token).toBe(third.refresh_token);
    });

    it('any other reuse of a token revokes the session', async () => {
      const first = await app.confirmed();
      const other = await signIn(first.user.email);
      const third = await refresh(await refresh(first));
      await ageTokens(first.session_id);
      await expect(refresh(first)).rejects.toMatchObject(sessionEnded);
      await expect(refresh(third)).rejects.toMatchObject(sessionEnded);
      expect(await app.rows('SELECT end_reason FROM sessions WHERE id = $1', [first.session_id])).toEqual([
        { end_reason: 'token_reused' },
      ]);
      await refresh(other);
    });

    it('a session expires after 30 days without a refresh', async () => {
      const session = await app.confirmed();
      await app.rows(`UPDATE sessions SET last_used_at = now() - interval '31 days' WHERE id = $1`, [
        session.session_id,
      ]);
      await expect(refresh(session)).rejects.toMatchObject(sessionEnded);
    });

    it('a missing or tampered token is rejected [AUTH-35]', async () => {
      const { refresh_token } = await app.confirmed();
      await expect(refresh({ refresh_token: '' })).rejects.toMatchObject({ message: 'Auth session missing' });
      for (let i = 0; i < refresh_token.length; i += 1) {
        const tampered = `${refresh_token.slice(0, i)}${refresh_token[i] === 'x' ? 'y' : 'x'}${refresh_token.slice(i + 1)}`;
        await expect(refresh({ refresh_token: tampered })).rejects.toMatchObject(sessionEnded);
      }
    });
  });

  describe('sign-out', () => {
    it.each([
      ['local', ['first']],
      ['others', ['second', 'third']],
      ['global', ['first', 'second', 'third']],
    ] as const)(
      '%s: the selected sessions are revoked and broadcast, and a repetition does nothing',
      async (scope, expected) => {
        const first = await app.confirmed();
        const sessions = { first, second: await signIn(first.user.email), third: await signIn(first.user.email) };
        const stranger = await app.confirmed();
        const broadcasts = TestBroadcasts.connect(app.redis.url);
        const received: { userId: string; sessionIds: string[] }[] = [];
        await broadcasts.subscribe(authBroadcasts.sessionsRevoked, (message) => void received.push(message));

        const request = { userId: first.user.id, sessionId: first.session_id, scope };
        const { revokedSessionIds } = await app.calls.call(authCalls.signOut, request);
        const ids = expected.map((name) => sessions[name].session_id).sort();
        expect(revokedSessionIds.sort()).toEqual(ids);
        expect(await app.calls.call(authCalls.signOut, request)).toEqual({ revokedSessionIds: [] });
        await eventually(() => expect(received.map((message) => message.sessionIds.sort())).toEqual([ids]));

        for (const [name, session] of Object.entries(sessions)) {
          const isRevoked = (expected as readonly string[]).includes(name);
          await (isRevoked ? expect(refresh(session)).rejects.toMatchObject(sessionEnded) : refresh(session));
        }
        await refresh(stranger);
        await broadcasts.close();
      },
    );

    it('a user cannot revoke the session of another user', async () => {
      const [mine, theirs] = [await app.confirmed(), await app.confirmed()];
      await app.calls.call(authCalls.signOut, { userId: mine.user.id, sessionId: theirs.session_id, scope: 'local' });
      await refresh(theirs);
    });
  });
});
