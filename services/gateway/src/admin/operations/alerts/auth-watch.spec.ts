import { EMERGENCY_LABEL, type EmergencyContent } from '@luit/contracts/alerts/emergency-mails';
import { AUTH_DOWN, EMERGENCY_MAILS } from '@luit/contracts/registry/redis-access';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { deriveKey, sealValue } from '@luit/platform/security/sealed-values';
import { eventually } from '@luit/platform/testing/eventually';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { Redis } from 'ioredis';
import { AuthWatch } from './auth-watch';

/** A watch concludes nothing within its first 20 seconds. */
const PATIENCE_MS = 180_000;

const mailOf = (subject: string) => ({ subject, text: subject, html: `<p>${subject}</p>` });
const CONTENT: EmergencyContent = { to: ['owner@luit.example'], down: mailOf('down'), back: mailOf('back') };

describe('gateways while no auth works', () => {
  let server: TestRedis;
  let sandbox: RunningSandbox;
  let redis: Redis;
  let clock: RedisClock;
  const schedulers: Scheduler[] = [];
  const watches: AuthWatch[] = [];
  let smtpUrl: string;

  beforeAll(async () => {
    [server, sandbox] = await Promise.all([takeTestRedis(), startSandbox()]);
    redis = new Redis(asRedisUser('gateway', server.url));
    clock = new RedisClock(redis);
    await clock.start();
    smtpUrl = `smtp://127.0.0.1:${sandbox.mailbox?.smtpPort}`;
    for (let replica = 1; replica <= 3; replica += 1) {
      const scheduler = new Scheduler();
      const watch = new AuthWatch(redis, { mail: { smtpUrl, from: 'Luit <hello@luit.example>' } }, clock, scheduler);
      watch.onApplicationBootstrap();
      schedulers.push(scheduler);
      watches.push(watch);
    }
  });

  afterAll(async () => {
    await Promise.all(schedulers.map((scheduler) => scheduler.beforeApplicationShutdown()));
    for (const watch of watches) watch.onApplicationShutdown();
    clock.stop();
    redis.disconnect();
    await Promise.all([sandbox.close(), giveBackTestRedis(server)]);
  });

  /** Only auth may write it. */
  const authLeaves = async (at: number, hasLeft = false) => {
    const auth = new Redis(asRedisUser('auth', server.url));
    const sealed = sealValue(deriveKey(smtpUrl, EMERGENCY_LABEL), JSON.stringify(CONTENT), EMERGENCY_LABEL);
    await auth.set(EMERGENCY_MAILS, JSON.stringify({ at, hasLeft, sealed: sealed.toString('base64') }));
    auth.disconnect();
  };
  const subjects = async () => {
    const response = await fetch(`${sandbox.mailbox?.url}/api/email`);
    return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject);
  };

  it(
    'mail the operators once that it is down, and once that it is back',
    async () => {
      await authLeaves(clock.now() - 60_000);
      await eventually(async () => expect(await redis.get(AUTH_DOWN)).toBe('mailed'), PATIENCE_MS);
      await eventually(async () => expect(await subjects()).toEqual(['down']));
      await authLeaves(clock.now() + 3_600_000);
      await eventually(async () => expect((await subjects()).sort()).toEqual(['back', 'down']), PATIENCE_MS);
      expect(await redis.get(AUTH_DOWN)).toBeNull();
      await authLeaves(clock.now() - 60_000);
      await eventually(async () => expect((await subjects()).sort()).toEqual(['back', 'down', 'down']), PATIENCE_MS);
    },
    4 * PATIENCE_MS,
  );
});
