import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { eventually } from '@luit/platform/testing/eventually';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import {
  device,
  firstAdmin,
  password,
  startAuthTestApp,
  type AuthTestApp,
  unknownDevice,
} from '../../test/auth-test-app';
import { expectBoundedGuesses } from '../../test/guess-flood';

const TOO_MANY = {
  code: 'too_many_attempts',
  status: 429,
  message: 'Too many login attempts. Please try again later',
  retryAfterSeconds: expect.any(Number) as number,
};

/** Longer than two guesses take on any machine, seconds. */
const LONG_DELAY = 60;

describe('sign-in attempts', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signIn = (email: string, word: string, from: Device = unknownDevice) =>
    app.calls.call(authCalls.signIn, { email, password: word, device: from });
  /** Error code and retry delay of a wrong guess. */
  const guess = (email: string, from?: Device): Promise<{ code: string; retryAfterSeconds?: number }> =>
    signIn(email, 'a wrong guess', from).then(
      () => ({ code: 'signed in' }),
      (error: { code: string; retryAfterSeconds?: number }) => error,
    );
  const passTime = (seconds: number) =>
    app.rows(
      `UPDATE sign_in_attempts SET last_at = last_at - make_interval(secs => $1), next_at = next_at - make_interval(secs => $1)`,
      [seconds],
    );

  /** Delay after the latest attempt, seconds. */
  const lastDelay = async (): Promise<number> => {
    const [row] = await app.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM next_at - last_at)::int AS seconds FROM sign_in_attempts ORDER BY last_at DESC LIMIT 1',
    );
    return row?.seconds ?? 0;
  };

  it('an attempt that waits is not refused because another one below the limit was allowed meanwhile', async () => {
    const take = `SELECT take_sign_in_attempt('someone') AS seconds`;
    await app.rows('BEGIN');
    await app.rows('LOCK TABLE sign_in_attempts IN ACCESS EXCLUSIVE MODE');
    const waiting = app.resolve(DataSource).query<{ seconds: number }[]>(take);
    await eventually(async () => {
      const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'sign_in_attempts'::regclass`;
      expect(await app.rows(waits)).toHaveLength(1);
    });
    expect(await app.rows(take)).toEqual([{ seconds: 0 }]);
    await app.rows('COMMIT');
    expect(await waiting).toEqual([{ seconds: 0 }]);
  });

  it('a flood gets a handful of attempts, while the owner signs in on a trusted device [AUTH-24]', async () => {
    const { user, device_token } = await app.confirmed();
    const flood = await Promise.all(
      Array.from({ length: 300 }, (_, i) => guess(user.email, { ...unknownDevice, ip: `198.51.100.${i % 250}` })),
    );
    const hashed = flood.filter(({ code }) => code === 'invalid_credentials');
    expect(hashed.length).toBeGreaterThan(0);
    // Five, plus one after each growing delay, depending on how long the flood takes.
    expect(hashed.length).toBeLessThanOrEqual(10);
    // Calls that time out were not signed in either.
    const rejected = flood.filter(({ code }) => code === 'too_many_attempts' || code === 'unavailable');
    expect(rejected).toHaveLength(300 - hashed.length);

    await signIn(user.email, password, { ...device, token: device_token });
    // Moves the last attempt forward, because on a slow machine its delay may be over.
    await passTime(-60);
    await expect(signIn(user.email, password)).rejects.toMatchObject(TOO_MANY);
    await passTime(360);
    await signIn(user.email, password);
  });

  it(
    '1,000 guesses from 1,000 addresses cost a handful of hashes, and the owner can sign in [AUTH-24]',
    () => expectBoundedGuesses(app, 1_000),
    300_000,
  );

  it('a continuous attack gets at most 30 attempts an hour [AUTH-24]', async () => {
    const { user } = await app.confirmed();
    let elapsed = 0;
    let hashes = 0;
    const delays: number[] = [];
    while (elapsed < 3_600) {
      expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
      hashes += 1;
      const delay = await lastDelay();
      if (delay >= LONG_DELAY) expect(await guess(user.email)).toMatchObject(TOO_MANY);
      if (delay > 0) delays.push(delay);
      await passTime(delay);
      elapsed += delay;
    }
    expect(hashes).toBeLessThanOrEqual(30);
    expect(hashes).toBeGreaterThan(15);
    expect(delays.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(Math.max(...delays)).toBe(300);
    await passTime(3_601);
    for (let i = 0; i < 5; i += 1) expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
  });

  it('a trusted device has its own attempt counter, which forged and foreign device tokens cannot use', async () => {
    const { user, device_token } = await app.confirmed();
    const stranger = await app.confirmed();
    const own = { ...device, token: device_token };
    for (let i = 0; i < 6; i += 1) await guess(user.email, own);
    await passTime(-60);
    expect(await guess(user.email, own)).toMatchObject(TOO_MANY);
    expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
    const [id = ''] = device_token?.split('.') ?? [];
    for (const token of [stranger.device_token, id, `${id}.${'A'.repeat(43)}`, '\0', 'x'.repeat(5_000)]) {
      await guess(user.email, { ...unknownDevice, token });
    }
    await passTime(-60);
    expect(await guess(user.email, { ...unknownDevice, token: `${uuidv7()}.x` })).toMatchObject(TOO_MANY);
    await passTime(120);
  });

  it('a correct password does not count as an attempt', async () => {
    const { user } = await app.confirmed();
    for (let i = 0; i < 12; i += 1) await signIn(user.email, password);
    for (let i = 0; i < 4; i += 1) await guess(user.email);
    for (let i = 0; i < 3; i += 1) await signIn(user.email, password);
    expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
  });

  it('a correct password is accepted while a concurrent attempt is being refunded', async () => {
    const { user } = await app.confirmed();
    await guess(user.email);
    await app.rows('BEGIN');
    await app.rows('SELECT FROM sign_in_attempts FOR UPDATE');
    const signingIn = signIn(user.email, password);
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await eventually(async () => expect(await app.rows(waiting)).toHaveLength(1));
    await app.rows('UPDATE sign_in_attempts SET next_at = clock_timestamp()');
    await app.rows('COMMIT');
    expect((await signingIn).user.email).toBe(user.email);
  });

  it('operators have the same limits with separate counters [G-33]', async () => {
    const { device_token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const adminSignIn = (word: string, from: Device) =>
      app.calls.call(authCalls.adminSignIn, { ...firstAdmin, password: word, device: from });
    for (let i = 0; i < 5; i += 1) {
      await expect(adminSignIn('a wrong guess', unknownDevice)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await passTime(-60);
    await expect(adminSignIn(firstAdmin.password, unknownDevice)).rejects.toMatchObject(TOO_MANY);
    await passTime(60);
    await adminSignIn(firstAdmin.password, { ...device, token: device_token });
  });

  describe('if accounts are not revealed [G-32]', () => {
    beforeAll(() => app.restart({ isRevealingAccounts: false }));
    afterAll(() => app.restart());

    it('an unknown address has the same limits as a known one', async () => {
      const { user } = await app.confirmed();
      for (const email of [user.email, `${uuidv7()}@example.com`]) {
        for (let i = 0; i < 5; i += 1) expect(await guess(email)).toMatchObject({ code: 'invalid_credentials' });
        // The first wait is a second, which a slow machine may need for a guess. Each one is twice as long.
        const later = [];
        for (let i = 0; i < 4; i += 1) later.push(await guess(email));
        expect(later).toContainEqual(expect.objectContaining(TOO_MANY));
      }
      expect(JSON.stringify(await app.rows('SELECT subject FROM sign_in_attempts'))).not.toContain('@');
    });
  });
});
