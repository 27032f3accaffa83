import { laneOf, PasswordsService } from './passwords.service';

/** A hasher whose work finishes when the test says so. */
class SlowHasher {
  readonly started: string[] = [];
  private readonly finish: (() => void)[] = [];

  hash(password: string): Promise<string> {
    // The service creates its dummy hash at startup.
    if (password.length > 20) return Promise.resolve('dummy');
    return this.work(`hash ${password}`, 'hashed');
  }

  verify(_passwordHash: string, password: string): Promise<boolean> {
    return this.work(`verify ${password}`, true);
  }

  finishOne(): void {
    this.finish.shift()?.();
  }

  private work<T>(name: string, result: T): Promise<T> {
    this.started.push(name);
    return new Promise((resolve) => this.finish.push(() => resolve(result)));
  }
}

const flooder = laneOf('203.0.113.7');
const other = laneOf('198.51.100.9');

it('passwords are hashed as OWASP asks for', async () => {
  const passwords = new PasswordsService();
  const hashed = await passwords.hash('correct horse');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'correct horse')).toBe(true);
  expect(await passwords.verify(hashed, 'incorrect horse')).toBe(false);
});

describe('password hashing during a flood', () => {
  it('60 concurrent sign-ups from one address do not delay a sign-in', async () => {
    const hasher = new SlowHasher();
    const passwords = new PasswordsService(hasher);
    const signUps = Array.from({ length: 60 }, (_, i) => passwords.hash(`sign-up ${i}`, flooder));
    const refusals = Promise.allSettled(signUps.slice(51));
    const signIn = passwords.verify('a hash', 'sign-in', other);
    await Promise.resolve();
    expect(hasher.started).toEqual(['hash sign-up 0', 'verify sign-in']);
    hasher.finishOne();
    hasher.finishOne();
    expect(await signIn).toBe(true);
    expect(await refusals).toEqual(
      Array.from({ length: 9 }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'too_many_attempts', retryAfterSeconds: expect.any(Number) as number }),
      })),
    );
  });

  it('sign-ins of two networks alternate, regardless of how many one network has queued', async () => {
    jest.useFakeTimers();
    const hasher = new SlowHasher();
    const passwords = new PasswordsService(hasher);
    const flood = Array.from({ length: 40 }, (_, i) => passwords.verify('a hash', `flood ${i}`, flooder));
    const own = Array.from({ length: 2 }, (_, i) => passwords.verify('a hash', `own ${i}`, other));
    await jest.advanceTimersByTimeAsync(0);
    // All slots of this machine are taken by the flood, which came first.
    const running = hasher.started.length;
    for (let i = 0; i < running + 4; i += 1) {
      hasher.finishOne();
      await jest.advanceTimersByTimeAsync(0);
    }
    jest.useRealTimers();
    const turns = hasher.started.slice(running, running + 4).map((name) => name.split(' ')[1]);
    expect([...turns].sort()).toEqual(['flood', 'flood', 'own', 'own']);
    expect(await Promise.allSettled(own)).toEqual(own.map(() => ({ status: 'fulfilled', value: true })));
    expect(flood).toHaveLength(40);
  });

  it.each([
    ['203.0.113.7', '203.0.113.200', { isOneHost: false, isOneNetwork: true }],
    ['203.0.113.7', '203.0.114.7', { isOneHost: false, isOneNetwork: false }],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', { isOneHost: true, isOneNetwork: true }],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', { isOneHost: false, isOneNetwork: true }],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', { isOneHost: false, isOneNetwork: false }],
  ])('addresses of one network share its turns: %s and %s', (first, second, expected) => {
    const [one, two] = [laneOf(first), laneOf(second)];
    expect({ isOneHost: one.host === two.host, isOneNetwork: one.network === two.network }).toEqual(expected);
  });
});
