import type { RunningStack } from '@luit/local/running-stack';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { runChecks } from './run-checks';

/** Changes settings of the stack's Redis and Postgres, so it must run after everything else that uses the stack. */
export function describeDoctor(stack: () => RunningStack): void {
  let env: NodeJS.ProcessEnv;

  beforeAll(() => {
    env = stack().stack.settings ?? {};
  });

  const errors = async (changes: NodeJS.ProcessEnv = {}) => {
    const groups = await runChecks({ ...env, ...changes });
    return Object.values(groups)
      .flat()
      .filter(({ level }) => level === 'error')
      .map(({ message }) => message);
  };

  it('reports no errors and at least one passed check per group for a healthy stack', async () => {
    const groups = await runChecks(env);
    expect(
      Object.values(groups)
        .flat()
        .filter(({ level }) => level === 'error'),
    ).toEqual([]);
    const passed = Object.entries(groups).map(([name, findings]) => [
      name,
      findings.some(({ level }) => level === 'ok'),
    ]);
    expect(Object.fromEntries(passed)).toEqual({
      Secrets: true,
      Addresses: true,
      Postgres: true,
      'Audit log': true,
      Redis: true,
      Files: true,
      Mail: true,
      Payments: true,
      Models: true,
      Routes: true,
    });
  }, 120_000);

  it.each([
    ['an invalid Razorpay key', { RAZORPAY_KEY_SECRET: 'not-the-one' }, 'Razorpay responds with 401'],
    ['a wrong webhook secret', { RAZORPAY_WEBHOOK_SECRETS: 'another' }, /responds with 400 to a signed event/],
    ['a wrong database password', { DB_PASSWORD_BILLING: 'wrong' }, /luit_billing: password authentication failed/],
    ['an unreachable Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, /REDIS_URL: /],
    ['an unreachable mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, /SMTP_URL: /],
    ['a read-only storage folder', { STORAGE_DIR: '/dev/null/luit' }, /\/dev\/null\/luit: /],
    ['other secrets of providers', { PROVIDER_SECRETS: 'x'.repeat(32) }, 'PROVIDER_SECRETS do not open the key of fal'],
    [
      'an unreachable gateway URL',
      { WEB_URL: 'http://127.0.0.1:1', WEBHOOK_BASE_URL: 'http://127.0.0.1:1' },
      /WEB_URL http:\/\/127\.0\.0\.1:1: /,
    ],
    ['a missing variable', { MAIL_FROM: '' }, /^MAIL_FROM: /],
    [
      'placeholders in production',
      { LUIT_MODE: 'production', AUTH_SECRET: 'change-me' },
      'Placeholder values: AUTH_SECRET',
    ],
    [
      'a short database password in production',
      { LUIT_MODE: 'production', DB_PASSWORD_AUTH: 'short' },
      /^DB_PASSWORD_AUTH: its password is shorter than 16 characters$/,
    ],
    [
      'two equal secrets in production',
      { LUIT_MODE: 'production', FILES_SECRET: 'one-key-for-two', RAZORPAY_KEY_SECRET: 'one-key-for-two' },
      'FILES_SECRET and RAZORPAY_KEY_SECRET have the same value',
    ],
    [
      'a proxy range that covers every address',
      { LUIT_MODE: 'production', TRUST_PROXY: '0.0.0.0/0' },
      /^TRUST_PROXY: 0\.0\.0\.0\/0 trusts too many addresses/,
    ],
  ])(
    'reports %s',
    async (_what, changes, expected) => {
      const found = await errors(changes);
      const matches = (message: string) =>
        typeof expected === 'string' ? message === expected : expected.test(message);
      expect(found.filter(matches)).toHaveLength(1);
    },
    30_000,
  );

  it('a loopback WEB_URL that a container cannot reach is a warning, and the gateway is checked at WEBHOOK_BASE_URL', async () => {
    const found = Object.values(await runChecks({ ...env, WEB_URL: 'http://127.0.0.1:1' })).flat();
    expect(found.filter(({ level }) => level === 'error')).toEqual([]);
    expect(found.map(({ level, message }) => `${level}: ${message}`)).toEqual(
      expect.arrayContaining([
        'warning: WEB_URL http://127.0.0.1:1 is not reachable from here',
        `ok: ${env.WEBHOOK_BASE_URL} responds with the plans`,
        `ok: ${env.WEBHOOK_BASE_URL}/api/webhooks/razorpay accepts signed events and rejects forged ones`,
      ]),
    );
  }, 120_000);

  it('reports a Redis user without a password', async () => {
    const redis = new Redis(env.REDIS_URL ?? '');
    await redis.call('ACL', 'SETUSER', 'default', 'on', 'nopass');
    try {
      expect(await errors()).toEqual([expect.stringMatching(/accepts the user default without a password/)]);
    } finally {
      await redis.call('ACL', 'SETUSER', 'default', 'off', 'resetpass');
      redis.disconnect();
    }
  }, 120_000);

  it('reports a role without its search path', async () => {
    const admin = new Client({ connectionString: env.ADMIN_DATABASE_URL });
    await admin.connect();
    try {
      await admin.query('ALTER ROLE luit_auth RESET search_path');
      expect(await errors()).toEqual(['luit_auth does not have the search path auth']);
    } finally {
      await admin.query('ALTER ROLE luit_auth SET search_path = auth');
      await admin.end();
    }
  }, 120_000);

  it('reports an eviction policy that may drop queue entries', async () => {
    const redis = new Redis(env.REDIS_URL ?? '');
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      expect(await errors()).toEqual(['maxmemory-policy is allkeys-lru']);
    } finally {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      redis.disconnect();
    }
  }, 120_000);

  it('reports an audit log that does not contain the recorded link', async () => {
    const AUDIT_ANCHOR = `1000000:${'0'.repeat(64)}`;
    expect(await errors({ AUDIT_ANCHOR })).toEqual([
      expect.stringMatching(
        /^The audit log is broken: links \d+ to 1000000 are missing: the end of the chain was cut off$/,
      ),
    ]);
  }, 120_000);
}
