import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import type { LiveLimits } from './live-limits';
import { RateLimiter } from './rate-limiter';
import { SignInLimiter } from './sign-in-limiter';
import { RATE_LIMITS } from './rate-limits';

describe('SignInLimiter', () => {
  let redis: TestRedis;
  let limiter: RateLimiter;
  let limits: SignInLimiter;

  beforeAll(async () => {
    redis = await takeTestRedis();
    limiter = new RateLimiter(redis.url, 'sign-in-limits-test');
    await limiter.onModuleInit();
    const current = { ...RATE_LIMITS, signInPerClientPer15Minutes: 2, signUpPer15Minutes: 2 };
    limits = new SignInLimiter(limiter, { current } as LiveLimits);
  });
  afterAll(async () => {
    await limiter.onApplicationShutdown();
    await giveBackTestRedis(redis);
  });

  const signIn = (ip: string) =>
    limits.takeSignIn(ip).then(
      () => 'taken',
      (error: { code: string; retryAfterSeconds?: number }) =>
        error.retryAfterSeconds ? error.code : 'no Retry-After',
    );

  it('all addresses of an IPv6 /64 are one client', async () => {
    const answers = [await signIn('2001:db8:1:2::1'), await signIn('2001:db8:1:2:ffff::2')];
    expect(answers).toEqual(['taken', 'taken']);
    expect(await signIn('2001:db8:1:2:3:4:5:6')).toBe('too_many_attempts');
    expect(await signIn('2001:db8:1:3::1')).toBe('taken');
  });

  it('an IPv4 address and its IPv6-mapped form are one client', async () => {
    expect([await signIn('198.51.100.1'), await signIn('::ffff:198.51.100.1')]).toEqual(['taken', 'taken']);
    expect(await signIn('198.51.100.1')).toBe('too_many_attempts');
  });

  it('a network has ten times the allowance of a client, and rejected clients take none of it', async () => {
    for (let i = 0; i < 30; i += 1) await signIn('203.0.113.1');
    const others = [];
    for (let i = 2; i < 20; i += 1) others.push(await signIn(`203.0.113.${i}`));
    expect(others).toEqual(others.map(() => 'taken'));
    expect(await signIn('203.0.113.200')).toBe('too_many_attempts');
    expect(await signIn('203.0.112.200')).toBe('taken');
  });

  it('sign-ups and password resets are also limited by prefix', async () => {
    for (const take of [(ip: string) => limits.takeSignUp(ip), (ip: string) => limits.takeReset(ip)]) {
      await take('2001:db8:9:9::1');
      await take('2001:db8:9:9::2');
      await expect(take('2001:db8:9:9::3')).rejects.toMatchObject({ status: 429 });
    }
  });
});
