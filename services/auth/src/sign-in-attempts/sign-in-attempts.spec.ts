import { authCalls } from '@luit/contracts/auth/messages';
import type { Device } from '@luit/contracts/auth/sessions';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { device, firstAdmin, password, startAuthTestApp, type AuthTestApp, unknownDevice } from '../test/auth-test-app';

const TOO_MANY = {
  code: 'too_many_attempts',
  status: 429,
  message: 'Too many login attempts. Please try again later',
  retryAfterSeconds: expect.any(Number) as number,
};

/** Longer than two guesses take on any machine, seconds. */
const LONG_PAUSE = 60;

describe('guessing passwords', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const signIn = (email: string, word: string, from: Device = unknownDevice) =>
    app.calls.call(authCalls.signIn, { email, password: word, device: from });
  /** Code and seconds to wait of a refusal. */
  const guess = (email: string, from?: Device): Promise<{ code: string; retryAfterSeconds?: number }> =>
    signIn(email, 'a wrong guess', from).then(
      () => ({ code: 'let in' }),
      (error: { code: string; retryAfterSeconds?: number }) => error,
    );
  const passTime = (seconds: number) =>
    app.rows(
      `UPDATE sign_in_attempts SET last_at = last_at - make_interval(secs => $1), next_at = next_at - make_interval(secs => $1)`,
      [seconds],
    );

  /** Seconds that the latest try made the next one wait. */
  const lastPause = async (): Promise<number> => {
    const [row] = await app.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM next_at - last_at)::int AS seconds FROM sign_in_attempts ORDER BY last_at DESC LIMIT 1',
    );
    return row?.seconds ?? 0;
  };

  it('AUTH-24: a storm gets a handful of attempts, and the owner gets in on a known device meanwhile', async () => {
    const { user, device_token } = await app.confirmed();
    const storm = await Promise.all(
      Array.from({ length: 300 }, (_, i) => guess(user.email, { ...unknownDevice, ip: `198.51.100.${i % 250}` })),
    );
    const hashed = storm.filter(({ code }) => code === 'invalid_credentials');
    expect(hashed.length).toBeGreaterThan(0);
    // Five, and one more after each growing pause, however long the storm takes here.
    expect(hashed.length).toBeLessThanOrEqual(10);
    // A call that no answer reaches within its deadline was not let in either.
    const refused = storm.filter(({ code }) => code === 'too_many_attempts' || code === 'unavailable');
    expect(refused).toHaveLength(300 - hashed.length);

    await signIn(user.email, password, { ...device, token: device_token });
    // As if the last try had been this moment: a slow machine may have waited the pause out.
    await passTime(-60);
    await expect(signIn(user.email, password)).rejects.toMatchObject(TOO_MANY);
    await passTime(360);
    await signIn(user.email, password);
  });

  it('AUTH-24: 10 000 guesses from 10 000 addresses cost a handful of hashes, and the owner still gets in', async () => {
    const { user, device_token } = await app.confirmed();
    const answered = new Map<string, number>();
    let left = 10_000;
    const attacker = async () => {
      while (left > 0) {
        left -= 1;
        const ip = `198.18.${Math.floor(left / 250)}.${left % 250}`;
        const { code } = await guess(user.email, { ...unknownDevice, ip });
        answered.set(code, (answered.get(code) ?? 0) + 1);
      }
    };
    const storm = Promise.all(Array.from({ length: 64 }, attacker));
    await signIn(user.email, password, { ...device, token: device_token });
    await storm;
    await signIn(user.email, password, { ...device, token: device_token });
    const hashed = answered.get('invalid_credentials') ?? 0;
    expect(hashed).toBeGreaterThan(0);
    expect(hashed).toBeLessThanOrEqual(30);
    expect(Object.fromEntries(answered)).toEqual({ invalid_credentials: hashed, too_many_attempts: 10_000 - hashed });
  }, 300_000);

  it('AUTH-24: an attack that never rests has at most 30 passwords checked in an hour', async () => {
    const { user } = await app.confirmed();
    let elapsed = 0;
    let hashes = 0;
    const pauses: number[] = [];
    while (elapsed < 3_600) {
      expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
      hashes += 1;
      const pause = await lastPause();
      if (pause >= LONG_PAUSE) expect(await guess(user.email)).toMatchObject(TOO_MANY);
      if (pause > 0) pauses.push(pause);
      await passTime(pause);
      elapsed += pause;
    }
    expect(hashes).toBeLessThanOrEqual(30);
    expect(hashes).toBeGreaterThan(15);
    expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(Math.max(...pauses)).toBe(300);
    await passTime(3_601);
    for (let i = 0; i < 5; i += 1) expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
  });

  it('a known device has attempts of its own, and neither a made-up one nor that of somebody else is known', async () => {
    const { user, device_token } = await app.confirmed();
    const stranger = await app.confirmed();
    const own = { ...device, token: device_token };
    for (let i = 0; i < 6; i += 1) await guess(user.email, own);
    expect(await guess(user.email, own)).toMatchObject(TOO_MANY);
    expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
    const [id = ''] = device_token?.split('.') ?? [];
    for (const token of [stranger.device_token, id, `${id}.${'A'.repeat(43)}`, '\0', 'x'.repeat(5_000)]) {
      await guess(user.email, { ...unknownDevice, token });
    }
    expect(await guess(user.email, { ...unknownDevice, token: `${uuidv7()}.x` })).toMatchObject(TOO_MANY);
  });

  it('a right password costs no attempts', async () => {
    const { user } = await app.confirmed();
    for (let i = 0; i < 12; i += 1) await signIn(user.email, password);
    for (let i = 0; i < 4; i += 1) await guess(user.email);
    for (let i = 0; i < 3; i += 1) await signIn(user.email, password);
    expect(await guess(user.email)).toMatchObject({ code: 'invalid_credentials' });
  });

  it('a right password that comes while another is given its try back is no guess too many', async () => {
    const { user } = await app.confirmed();
    await guess(user.email);
    await app.rows('BEGIN');
    await app.rows('SELECT FROM sign_in_attempts FOR UPDATE');
    const entering = signIn(user.email, password);
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    await eventually(async () => expect(await app.rows(waiting)).toHaveLength(1));
    await app.rows('UPDATE sign_in_attempts SET next_at = clock_timestamp()');
    await app.rows('COMMIT');
    expect((await entering).user.email).toBe(user.email);
  });

  it('G-33: operators are guarded alike, and by themselves', async () => {
    const { device_token } = await app.calls.call(authCalls.adminSignIn, { ...firstAdmin, device });
    const enter = (word: string, from: Device) =>
      app.calls.call(authCalls.adminSignIn, { ...firstAdmin, password: word, device: from });
    for (let i = 0; i < 5; i += 1) {
      await expect(enter('a wrong guess', unknownDevice)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    await expect(enter(firstAdmin.password, unknownDevice)).rejects.toMatchObject(TOO_MANY);
    await enter(firstAdmin.password, { ...device, token: device_token });
  });

  it('G-32: where accounts are not revealed, an unknown address is guarded like a known one', async () => {
    await app.restart({ isRevealingAccounts: false });
    const { user } = await app.confirmed();
    for (const email of [user.email, `${uuidv7()}@example.com`]) {
      for (let i = 0; i < 5; i += 1) expect(await guess(email)).toMatchObject({ code: 'invalid_credentials' });
      expect(await guess(email)).toMatchObject(TOO_MANY);
    }
    expect(JSON.stringify(await app.rows('SELECT subject FROM sign_in_attempts'))).not.toContain('@');
  });
});
