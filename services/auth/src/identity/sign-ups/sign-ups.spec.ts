import { authCalls } from '@luit/contracts/auth/messages';
import { uuidv7 } from 'uuidv7';
import { device, password, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';

const newAddress = () => `${uuidv7()}@example.com`;

describe('sign-up', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signUp = (changes: Partial<Record<'email' | 'password' | 'name' | 'language', unknown>>) =>
    app.calls.call(authCalls.signUp, { email: newAddress(), password, name: 'Ritu', device, ...changes } as {
      email: string;
      password: string;
      name: string;
    });

  it.each([
    ['AUTH-05', { name: ' ' }, 'validation_failed', 'Name is required'],
    ['AUTH-06', { email: '' }, 'validation_failed', 'Email is required'],
    ['AUTH-07', { password: '' }, 'validation_failed', 'Password is required'],
    ['AUTH-08', { email: undefined, password: 7, name: null }, 'validation_failed', 'Name is required'],
    ['AUTH-18', { password: 'abcde' }, 'weak_password', 'Password must be at least 6 characters long'],
    ['AUTH-19', { email: 'ritu@example' }, 'invalid_email', 'Please enter a valid email address'],
    ['a comma that would split a header', { email: 'a,b@example.com' }, 'invalid_email', expect.any(String)],
    ['a NUL in an address', { email: 'a\0b@example.com' }, 'invalid_email', expect.any(String)],
    [
      'an address that SMTP cannot carry',
      { email: `${'a'.repeat(250)}@example.com` },
      'invalid_email',
      expect.any(String),
    ],
    ['a name of 10 kB', { name: 'a'.repeat(10_000) }, 'validation_failed', expect.any(String)],
    [
      'an address with a bidirectional override',
      { email: 'ritu\u202e@example.com' },
      'invalid_email',
      expect.any(String),
    ],
    [
      'a line break in an address',
      { email: 'a@example.com\r\nBcc:b@example.com' },
      'invalid_email',
      expect.any(String),
    ],
    ['a control character in a name', { name: 'Ri\u0007tu' }, 'validation_failed', expect.any(String)],
    ['G-67', { password: 'Password1' }, 'weak_password', expect.stringMatching('most common') as string],
    ['G-67', { password: ' '.repeat(12) }, 'weak_password', 'Password must not consist only of spaces'],
    [
      'G-67',
      { email: 'asha.b@example.com', password: 'Asha.B@Example.com' },
      'weak_password',
      'Password must not be your email address',
    ],
    ['a password of a megabyte', { password: 'a'.repeat(1_000_000) }, 'validation_failed', expect.any(String)],
    ['a name with a bidirectional override', { name: 'Ritu\u202e' }, 'validation_failed', expect.any(String)],
    ['a password over 1000 bytes', { password: 'é'.repeat(501) }, 'validation_failed', expect.any(String)],
  ])('%s: the sign-up is rejected with the text of the specification', async (_id, changes, code, message) => {
    await expect(signUp(changes)).rejects.toMatchObject({ code, message, status: 400 });
  });

  it('the error names each invalid field', async () => {
    await expect(signUp({ email: 'x', password: 'short' })).rejects.toMatchObject({
      details: {
        email: 'Please enter a valid email address',
        password: 'Password must be at least 6 characters long',
      },
    });
  });

  it('a new account has name, credits 0 and status active, and extra fields are ignored [AUTH-09, AUTH-40]', async () => {
    const email = newAddress();
    const more = { role: 'admin', credits: 1_000, status: 'blocked', email_confirmed_at: '2020-01-01' };
    const { user } = await signUp({ email, name: 'Ritu دَاس', ...more });
    expect(user).toEqual({
      id: expect.any(String),
      email,
      email_confirmed_at: null,
      created_at: expect.any(String),
      last_sign_in_at: null,
      user_metadata: { name: 'Ritu دَاس', credits: 0, status: 'active' },
      language: 'en',
    });
    const [row] = await app.rows<{ consented: boolean; password_hash: string }>(
      'SELECT consented_at = created_at AS consented, password_hash FROM users WHERE id = $1',
      [user.id],
    );
    expect(row).toEqual({
      consented: true,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(await app.calls.call(authCalls.getUser, { userId: user.id })).toEqual(user);
    expect(await app.calls.call(authCalls.getEmails, { userIds: [user.id, uuidv7()] })).toEqual({
      emails: { [user.id]: email },
    });
  });

  it('an unconfirmed address gets no session [AUTH-10]', async () => {
    const email = newAddress();
    const answer = await signUp({ email });
    expect(answer).toEqual({
      requires_email_confirmation: true,
      user: expect.any(Object),
      device_token: expect.any(String),
    });
    await expect(app.calls.call(authCalls.signIn, { email, password, device })).rejects.toMatchObject({
      code: 'email_not_confirmed',
      status: 403,
      message: 'Please check your email and confirm your account before signing in',
    });
  });

  it('a taken address is rejected regardless of case [AUTH-17]', async () => {
    const email = newAddress();
    await signUp({ email });
    await expect(signUp({ email: email.toUpperCase() })).rejects.toMatchObject({
      code: 'email_taken',
      status: 409,
      message: 'An account with this email already exists',
    });
    await signUp({ email: email.replace('@', '+studio@') });
  });

  it('plus addressing makes a different address; case and surrounding spaces do not [AUTH-06]', async () => {
    const email = newAddress();
    const plus = email.replace('@', '+Studio@');
    expect((await signUp({ email: ` ${plus.toUpperCase()} ` })).user.email).toBe(plus.toLowerCase());
    await expect(signUp({ email: plus })).rejects.toMatchObject({ code: 'email_taken' });
    await signUp({ email });
  });

  it('a password may have six code points or 1000 bytes [AUTH-07]', async () => {
    for (const word of ['🎬🎬🎬🎬🎬🎬', 'abc\0de', 'é'.repeat(500)]) {
      const { user } = await signUp({ password: word });
      const confirmed = { token: await app.mailedToken(user.email), device };
      await app.calls.call(authCalls.confirmEmail, confirmed);
      await app.calls.call(authCalls.signIn, { email: user.email, password: word, device });
    }
  });

  it('an account keeps the language of its sign-up, and an unconfirmed one that of the newest', async () => {
    const email = newAddress();
    const { user } = await signUp({ email, language: 'hi' });
    expect(user.language).toBe('hi');
    expect(await app.calls.call(authCalls.getUser, { userId: user.id })).toEqual(user);
    await app.rows('UPDATE links SET expires_at = now() WHERE user_id = $1', [user.id]);
    await app.rows(`UPDATE mails SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [user.id]);
    expect((await signUp({ email })).user).toMatchObject({ id: user.id, language: 'en' });
  });

  it.each(['xx', 'HI', '', 7])('the language %j is rejected', async (language) => {
    await expect(signUp({ language })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('prototype pollution changes nothing [AUTH-09]', async () => {
    const email = newAddress();
    const polluted = JSON.parse(
      `{"email":"${email}","password":"${password}","name":"Ritu","__proto__":{"status":"blocked","credits":7}}`,
    ) as object;
    const { user } = await signUp(polluted);
    expect(user.user_metadata).toEqual({ name: 'Ritu', credits: 0, status: 'active' });
    expect(({} as { status?: string }).status).toBeUndefined();
  });

  it('20 concurrent sign-ups with one address create one account', async () => {
    const email = newAddress();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => signUp({ email: i % 2 ? email : email.toUpperCase() })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : '',
    );
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(19);
    expect(
      await app.rows('SELECT m.id FROM mails m JOIN users u ON u.id = m.user_id WHERE u.email = $1', [email]),
    ).toHaveLength(1);
  });

  describe('confirmation', () => {
    const confirm = (token: unknown) => app.calls.call(authCalls.confirmEmail, { token: token as string, device });
    const invalidLink = { code: 'link_invalid_or_expired', status: 400 };

    it('20 concurrent redemptions of a link let one succeed', async () => {
      const { email } = await app.signUp();
      const token = await app.mailedToken(email);
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)));
      expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
      await expect(confirm(token)).rejects.toMatchObject(invalidLink);
    });

    it('an expired link and a forged token are rejected', async () => {
      const { id, email } = await app.signUp();
      const token = await app.mailedToken(email);
      await app.rows(`UPDATE links SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id]);
      await expect(confirm(token)).rejects.toMatchObject(invalidLink);
      for (const other of ['x', '\0', `${token}A`]) {
        await expect(confirm(other)).rejects.toMatchObject(invalidLink);
      }
      for (const noText of ['', null, { $ne: '' }]) {
        const details = { token: 'The link is incomplete' };
        await expect(confirm(noText)).rejects.toMatchObject({ code: 'validation_failed', status: 400, details });
      }
    });

    it('tokens are not stored', async () => {
      const { email } = await app.signUp();
      const token = await app.mailedToken(email);
      const stored = await app.rows('SELECT l::text, m::text, o::text FROM links l, mails m, outbox o');
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(JSON.stringify(stored)).not.toContain(Buffer.from(token).toString('hex'));
    });
  });

  describe('resending the confirmation [AUTH-38]', () => {
    const resend = (email: string) => app.calls.call(authCalls.resendConfirmation, { email });

    it('a new link is sent once a minute, and redeeming one link revokes the other', async () => {
      const { email } = await app.signUp();
      const first = await app.mailedToken(email);
      const results = await Promise.allSettled([resend(email), resend(email), resend(email)]);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      await expect(resend(email)).rejects.toMatchObject({
        code: 'too_many_requests',
        retryAfterSeconds: expect.any(Number) as number,
      });
      const second = await app.mailedToken(email);
      expect(second).not.toBe(first);
      await app.calls.call(authCalls.confirmEmail, { token: first, device });
      await expect(app.calls.call(authCalls.confirmEmail, { token: second, device })).rejects.toThrow();
      await expect(resend(email)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('an unknown address is rejected', async () => {
      await expect(resend(newAddress())).rejects.toMatchObject({ code: 'user_not_found' });
    });
  });
});

describe('sign-up when accounts are not revealed [G-32]', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp({ isRevealingAccounts: false });
  });

  afterAll(() => app.close());

  const mailsTo = async (id: string) =>
    (await app.rows<{ kind: string }>('SELECT kind FROM mails WHERE user_id = $1 ORDER BY created_at', [id])).map(
      (mail) => mail.kind,
    );

  it('a taken address gets the response of a new one, and its owner gets one mail a minute', async () => {
    const { user } = await app.confirmed();
    const again = await app.signUp(user.email);
    expect(again).toEqual({
      ...user,
      id: expect.any(String),
      email_confirmed_at: null,
      last_sign_in_at: null,
      created_at: expect.any(String),
    });
    expect(again.id).not.toBe(user.id);
    await app.signUp(user.email);
    expect(await mailsTo(user.id)).toEqual(['confirm', 'already_registered']);
  });

  it('an unconfirmed owner gets the link again', async () => {
    const user = await app.signUp();
    await app.signUp(user.email);
    expect(await mailsTo(user.id)).toEqual(['confirm', 'confirm']);
    await app.calls.call(authCalls.confirmEmail, { token: await app.mailedToken(user.email), device });
  });

  it('a resend responds alike for known and unknown addresses', async () => {
    const { user } = await app.confirmed();
    for (const email of [user.email, newAddress()]) {
      expect(await app.calls.call(authCalls.resendConfirmation, { email })).toEqual({});
    }
  });

  it('an unknown address at sign-in is answered like a wrong password', async () => {
    const { user } = await app.confirmed();
    for (const email of [user.email, newAddress()]) {
      await expect(
        app.calls.call(authCalls.signIn, { email, password: 'wrong password', device }),
      ).rejects.toMatchObject({ code: 'invalid_credentials', message: 'Invalid email or password' });
    }
  });
});
