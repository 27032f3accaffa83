import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { decode } from 'jsonwebtoken';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp, unknownDevice } from '../../test/auth-test-app';

const next = 'a new password';

describe('password changes and resets', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const requestReset = (email: unknown) => app.calls.call(authCalls.requestPasswordReset, { email: email as string });
  const redeem = (token: unknown, from: Device = device) =>
    app.calls.call(authCalls.redeemPasswordReset, { token: token as string, device: from });
  const set = (
    session: { session_id: string; user: { id: string } },
    word: unknown = next,
    currentPassword: string | undefined = password,
    from: Device = device,
  ) =>
    app.calls.call(authCalls.setPassword, {
      userId: session.user.id,
      sessionId: session.session_id,
      password: word as string,
      currentPassword,
      device: from,
    });
  const signIn = (email: string, word: string, from: Device = device) =>
    app.calls.call(authCalls.signIn, { email, password: word, device: from });
  const refresh = (session: { refresh_token: string }) =>
    app.calls.call(authCalls.refresh, { refreshToken: session.refresh_token, device });
  const resetSession = async (email: string, from?: Device) => {
    await requestReset(email);
    return redeem(await app.mailedToken(email, 'password_reset'), from);
  };

  it.each([
    ['', 'Email is required', 'AUTH-27'],
    ['ritu', 'Please enter a valid email address', 'AUTH-27'],
    ['nobody@example.com', 'No account found with this email address', 'AUTH-28'],
  ])('a reset for %p is rejected with: %s [%s]', async (email, message) => {
    await expect(requestReset(email)).rejects.toMatchObject({ message });
  });

  it('a user gets one reset mail a minute and then has to wait [AUTH-29]', async () => {
    const { user } = await app.confirmed();
    const results = await Promise.allSettled([
      requestReset(user.email),
      requestReset(user.email.toUpperCase()),
      requestReset(user.email),
    ]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expect(requestReset(user.email)).rejects.toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      message: 'Too many reset attempts. Please try again later',
      retryAfterSeconds: expect.any(Number) as number,
    });
    expect(await app.mailsTo(user.email)).toEqual(['confirm', 'password_reset']);
  });

  it('the link opens our own page, works once and expires after an hour [AUTH-31, AUTH-32]', async () => {
    const { user } = await app.confirmed();
    await requestReset(user.email);
    const [mail] = await app.rows<{ id: string; lifetime: number }>(
      `SELECT m.id, extract(epoch FROM l.expires_at - l.created_at)::int AS lifetime
         FROM mails m JOIN links l ON l.id = m.link_id WHERE m.user_id = $1 AND m.kind = 'password_reset'`,
      [user.id],
    );
    expect(mail?.lifetime).toBe(3_600);
    const rendered = await app.calls.call(authCalls.renderMail, { mailId: mail?.id ?? '' });
    const token = await app.mailedToken(user.email, 'password_reset');
    expect(rendered?.text).toContain(`https://luit.example/reset-password?token=${token}\n`);
    expect(rendered?.html).toContain(`href="https://luit.example/reset-password?token=${token}"`);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => redeem(token)));
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);

    const other = await app.confirmed();
    await requestReset(other.user.email);
    const late = await app.mailedToken(other.user.email, 'password_reset');
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [other.user.id]);
    for (const bad of [token, late, '\0']) {
      await expect(redeem(bad)).rejects.toMatchObject({ code: 'link_invalid_or_expired', status: 400 });
    }
    for (const none of ['', null]) {
      await expect(redeem(none)).rejects.toMatchObject({ code: 'validation_failed', status: 400 });
    }
  });

  it('a confirmation link cannot reset a password, and a reset link cannot confirm an address', async () => {
    const user = await app.signUp();
    await expect(redeem(await app.mailedToken(user.email))).rejects.toThrow();
    await requestReset(user.email);
    const token = await app.mailedToken(user.email, 'password_reset');
    await expect(app.calls.call(authCalls.confirmEmail, { token, device })).rejects.toThrow();
  });

  it('the reset session has its own token type and no refresh token [G-30]', async () => {
    const { user } = await app.confirmed();
    const resetting = await resetSession(user.email);
    expect(decode(resetting.access_token)).toMatchObject<Partial<AccessTokenClaims>>({
      typ: 'recovery',
      aud: 'luit-web',
      sid: resetting.session_id,
    });
    expect(resetting).not.toHaveProperty('refresh_token');
    const { sessions } = await app.calls.call(authCalls.listSessions, { userId: user.id, sessionId: '' });
    expect(sessions.map((session) => session.id)).not.toContain(resetting.session_id);
  });

  it('a reset session sets the password once, revokes every session and notifies the owner [AUTH-34]', async () => {
    const first = await app.confirmed();
    const second = await signIn(first.user.email, password, unknownDevice);
    const resetting = await resetSession(first.user.email);
    for (const weak of ['abcde', 'iloveyou1', first.user.email.toUpperCase(), ' '.repeat(8)]) {
      await expect(set(resetting, weak)).rejects.toMatchObject({ code: 'weak_password' });
    }
    const { revokedSessionIds } = await set(resetting);
    expect(revokedSessionIds.sort()).toEqual([first.session_id, second.session_id, resetting.session_id].sort());
    for (const session of [first, second]) await expect(refresh(session)).rejects.toMatchObject({ status: 401 });
    await expect(set(resetting, 'yet another')).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(signIn(first.user.email, password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    // The device of the reset is trusted now; devices trusted under the old password are not.
    await signIn(first.user.email, next, { ...device, token: resetting.device_token });
    await signIn(first.user.email, next, { ...unknownDevice, token: second.device_token });
    expect(await app.mailsTo(first.user.email)).toEqual([
      'confirm',
      'new_sign_in',
      'password_reset',
      'password_changed',
      'new_sign_in',
    ]);
  });

  it('a regular session sets the password, stays active, and revokes the others and all mailed links [AUTH-33]', async () => {
    const own = await app.confirmed();
    const other = await signIn(own.user.email, password);
    await requestReset(own.user.email);
    expect(await set(own)).toEqual({ revokedSessionIds: [other.session_id] });
    await refresh(own);
    await expect(refresh(other)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await app.mailedToken(own.user.email, 'password_reset')).toBe('');
    await signIn(own.user.email, next);
  });

  it('a regular session needs the current password, and a wrong one changes nothing [G-67]', async () => {
    const own = await app.confirmed();
    const required = { code: 'validation_failed', message: 'Current password is required', status: 400 };
    for (const missing of ['', null as unknown as string]) {
      await expect(set(own, next, missing)).rejects.toMatchObject(required);
    }
    const wrong = { code: 'invalid_credentials', message: 'Your current password is incorrect' };
    await expect(set(own, next, 'a guess')).rejects.toMatchObject(wrong);
    await refresh(own);
    await signIn(own.user.email, password);
    expect(await app.mailsTo(own.user.email)).not.toContain('password_changed');
  });

  it('guesses with a stolen session are limited as at sign-in and do not lock the owner out [G-67]', async () => {
    const own = await app.confirmed();
    // One after the other, because few of one address may wait for a hash at once.
    const guess = (i: number) => expect(set(own, next, `guess ${i}`, unknownDevice)).rejects;
    for (let i = 0; i < 5; i += 1) await guess(i).toMatchObject({ code: 'invalid_credentials' });
    await app.prolongSignInDelays();
    for (let i = 5; i < 10; i += 1) await guess(i).toMatchObject({ code: 'too_many_attempts' });
    await signIn(own.user.email, password, { ...device, token: own.device_token });
  });

  it('a reset session needs no current password', async () => {
    const { user } = await app.confirmed();
    await set(await resetSession(user.email), next, null as unknown as string);
    await signIn(user.email, next);
  });

  it.each([
    ['Password is required', ''],
    ['Password is required', null],
    ['Password must be at least 6 characters long', '🎬🎬🎬🎬🎬'],
    ['Password must be at most 1000 bytes long', 'é'.repeat(501)],
  ])('an invalid password is rejected with: %s [AUTH-33]', async (message, word) => {
    await expect(set(await app.confirmed(), word)).rejects.toMatchObject({ message, status: 400 });
  });

  it('a password of emoji, NUL and 1000 bytes is stored unchanged', async () => {
    const session = await app.confirmed();
    const word = `\0🎬${'a'.repeat(995)}`;
    await set(session, word);
    await signIn(session.user.email, word);
    await expect(signIn(session.user.email, word.slice(0, -1))).rejects.toThrow();
  });

  it('a revoked session or a session of another user cannot set a password', async () => {
    const [mine, theirs] = [await app.confirmed(), await app.confirmed()];
    await expect(set({ ...mine, user: theirs.user })).rejects.toMatchObject({ code: 'unauthorized' });
    const signOut = { userId: mine.user.id, sessionId: mine.session_id, scope: 'local' as const };
    await app.calls.call(authCalls.signOut, signOut);
    await expect(set(mine)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('concurrent password changes let one win, and its session stays active', async () => {
    const sessions = [await app.confirmed()];
    const { email } = sessions[0]!.user;
    for (let i = 0; i < 3; i += 1) sessions.push(await signIn(email, password));
    const results = await Promise.allSettled(sessions.map((session, i) => set(session, `password ${i}`)));
    const winner = results.findIndex((result) => result.status === 'fulfilled');
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await refresh(sessions[winner]!);
    await signIn(email, `password ${winner}`);
  });

  describe('when accounts are not revealed [G-32]', () => {
    beforeAll(() => app.restart({ isRevealingAccounts: false }));
    afterAll(() => app.restart());

    it('every response is the same, and the owner gets one mail a minute', async () => {
      const { user } = await app.confirmed();
      for (const email of [user.email, user.email, `${uuidv7()}@example.com`])
        expect(await requestReset(email)).toEqual({});
      expect(await app.mailsTo(user.email)).toEqual(['confirm', 'password_reset']);
    });
  });
});
