import { startThrowawayStack, type ThrowawayStack } from '@luit/local/throwaway-stack';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { runChecks } from './run-checks';

/** A doctor who finds nothing in a healthy stack, and each thing that is broken on purpose. */
describe('the doctor', () => {
  let throwaway: ThrowawayStack;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    throwaway = await startThrowawayStack();
    const { running } = throwaway;
    const of = (name: string) => running.environmentOf(name);
    const passwordOf = (name: string) => new URL(of(name).DATABASE_URL ?? '').password;
    env = {
      ...of('auth'),
      ...of('billing'),
      ...of('generation'),
      ...of('worker-1'),
      ...of('gateway'),
      REDIS_URL: running.stack.redis,
      ADMIN_DATABASE_URL: running.stack.postgres,
      DB_PASSWORD_AUTH: passwordOf('auth'),
      DB_PASSWORD_BILLING: passwordOf('billing'),
      DB_PASSWORD_GENERATION: passwordOf('generation'),
    };
  }, 120_000);

  afterAll(() => throwaway.close(), 60_000);

  const faults = async (changes: NodeJS.ProcessEnv = {}) => {
    const groups = await runChecks({ ...env, ...changes });
    return Object.values(groups)
      .flat()
      .filter(({ level }) => level === 'fault')
      .map(({ says }) => says);
  };

  it('finds no fault in a stack that is well, and each part that it looked at', async () => {
    const groups = await runChecks(env);
    expect(
      Object.values(groups)
        .flat()
        .filter(({ level }) => level === 'fault'),
    ).toEqual([]);
    const looks = Object.entries(groups).map(([name, findings]) => [
      name,
      findings.some(({ level }) => level === 'ok'),
    ]);
    expect(Object.fromEntries(looks)).toEqual({
      Secrets: true,
      Addresses: true,
      Postgres: true,
      'Audit log': true,
      Redis: true,
      Files: true,
      Mail: true,
      Payments: true,
      Models: true,
    });
  }, 30_000);

  it.each([
    ['a key that Razorpay does not know', { RAZORPAY_KEY_SECRET: 'not-the-one' }, 'Razorpay answers 401'],
    ['another webhook secret', { RAZORPAY_WEBHOOK_SECRETS: 'another' }, /answers 400 to a signed event/],
    ['a wrong password', { DB_PASSWORD_BILLING: 'wrong' }, /luit_billing: password authentication failed/],
    ['a Redis that is not there', { REDIS_URL: 'redis://127.0.0.1:1' }, /REDIS_URL: /],
    ['a mail server that is not there', { SMTP_URL: 'smtp://127.0.0.1:1' }, /SMTP_URL: /],
    ['a folder that cannot be written', { STORAGE_DIR: '/dev/null/luit' }, /\/dev\/null\/luit: /],
    ['a provider that does not know the token', { REPLICATE_API_TOKEN: 'wrong' }, 'Replicate answers 401'],
    [
      'an address that leads nowhere',
      { WEB_URL: 'http://127.0.0.1:1', WEBHOOK_BASE_URL: 'http://127.0.0.1:1' },
      /WEB_URL http:\/\/127\.0\.0\.1:1: /,
    ],
    ['a variable that is missing', { MAIL_FROM: '' }, /^MAIL_FROM: /],
    [
      'placeholders in production',
      { LUIT_MODE: 'production', AUTH_SECRET: 'change-me' },
      'still placeholders: AUTH_SECRET',
    ],
    [
      'a short password of a role in production',
      { LUIT_MODE: 'production', DB_PASSWORD_AUTH: 'short' },
      /^DB_PASSWORD_AUTH: its password is shorter than 16 characters$/,
    ],
    [
      'two equal secrets in production',
      { LUIT_MODE: 'production', FAL_KEY: 'one-key-for-two', ARK_API_KEY: 'one-key-for-two' },
      'ARK_API_KEY and FAL_KEY are the same',
    ],
    [
      'a proxy that is everybody',
      { LUIT_MODE: 'production', TRUST_PROXY: '0.0.0.0/0' },
      /^TRUST_PROXY: 0\.0\.0\.0\/0 believes too many senders/,
    ],
  ])(
    'names %s',
    async (_what, changes, expected) => {
      const found = await faults(changes);
      const matches = (says: string) => (typeof expected === 'string' ? says === expected : expected.test(says));
      expect(found.filter(matches)).toHaveLength(1);
    },
    30_000,
  );

  it('only warns of a local address that its container cannot reach, and asks the gateway where providers do', async () => {
    const found = Object.values(await runChecks({ ...env, WEB_URL: 'http://127.0.0.1:1' })).flat();
    expect(found.filter(({ level }) => level === 'fault')).toEqual([]);
    expect(found.map(({ level, says }) => `${level}: ${says}`)).toEqual(
      expect.arrayContaining([
        'warning: WEB_URL http://127.0.0.1:1 leads nowhere from here',
        `ok: ${env.WEBHOOK_BASE_URL} answers with the plans`,
        `ok: ${env.WEBHOOK_BASE_URL}/api/webhooks/razorpay takes what is signed and refuses what is not`,
      ]),
    );
  }, 30_000);

  it('names a user of Redis who needs no password', async () => {
    const redis = new Redis(env.REDIS_URL ?? '');
    await redis.call('ACL', 'SETUSER', 'default', 'on', 'nopass');
    try {
      expect(await faults()).toEqual([expect.stringMatching(/lets in default without a password/)]);
    } finally {
      await redis.call('ACL', 'SETUSER', 'default', 'off', 'resetpass');
      redis.disconnect();
    }
  }, 30_000);

  it('names a Redis that may drop queue entries', async () => {
    const redis = new Redis(env.REDIS_URL ?? '');
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      expect(await faults()).toEqual(['maxmemory-policy is allkeys-lru']);
    } finally {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
      redis.disconnect();
    }
  }, 30_000);

  it('names the first entry of the audit log that somebody above the services changed, and a guard that is off', async () => {
    const admin = new Client({ connectionString: env.ADMIN_DATABASE_URL });
    await admin.connect();
    try {
      for (let i = 0; i < 3; i++)
        await admin.query(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'user_blocked')`);
      const { rows } = await admin.query<{ sequence: string; hash: string }>('SELECT sequence, hash FROM audit.head');
      const [{ sequence, hash } = { sequence: '', hash: '' }] = rows;
      const anchor = { AUDIT_ANCHOR: `${sequence}:${hash}` };
      expect(await faults(anchor)).toEqual([]);

      await admin.query('ALTER TABLE audit.chain DISABLE TRIGGER chain_only_grows');
      expect(await faults()).toEqual([
        'The audit log is not guarded: its trigger chain_only_grows is missing or disabled',
      ]);
      await admin.query(`DELETE FROM audit.chain WHERE sequence = $1`, [sequence]);
      await admin.query('ALTER TABLE audit.chain ENABLE ALWAYS TRIGGER chain_only_grows');
      expect(await faults()).toEqual([
        `The audit log is broken: links ${sequence} to ${sequence} are missing: the end of the chain was cut off`,
      ]);

      await admin.query('ALTER TABLE audit.entries DISABLE TRIGGER entries_stay');
      await admin.query(
        `UPDATE audit.entries SET action = 'signed_in' WHERE id = (SELECT entry_id FROM audit.chain
        WHERE sequence = $1::bigint - 2)`,
        [sequence],
      );
      await admin.query('ALTER TABLE audit.entries ENABLE ALWAYS TRIGGER entries_stay');
      expect(await faults(anchor)).toEqual([
        expect.stringMatching(new RegExp(`^The audit log is broken: link ${Number(sequence) - 2} \\(.*was changed$`)),
      ]);
    } finally {
      await admin.end();
    }
  }, 30_000);
});
