import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import { DEFAULT_RETENTION_DAYS } from '@luit/contracts/operations/retention';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { VerificationKey } from '@luit/contracts/auth/tokens';
import { startCallService } from '@luit/platform/bootstrap';
import { dataSourceOptions } from '@luit/platform/database/data-source-options';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import fc from 'fast-check';
import { decode, sign, verify } from 'jsonwebtoken';
import { DataSource } from 'typeorm';
import { AuthModule } from '../../auth.module';
import { authDatabase } from '../../database';
import { SecretsService } from '../../records/secrets/secrets.service';
import { device, startAuthTestApp, type AuthTestApp } from '../../test/auth-test-app';
import { KeysService } from './keys.service';
import { rotateKey } from './rotate-keys';
import type { Audience } from './signing-key.entity';

describe('signing keys', () => {
  let app: AuthTestApp;
  let token: string;
  let key: VerificationKey;

  beforeAll(async () => {
    app = await startAuthTestApp();
    token = (await app.confirmed()).access_token;
    key = (await keys()).find((one) => one.audience === 'luit-web') as VerificationKey;
  });

  afterAll(() => app.close());

  const keys = async () => (await app.calls.call(authCalls.getVerificationKeys, {})).keys;
  const check = (tokenText: string) =>
    verify(tokenText, key.publicKeyPem, { algorithms: ['ES256'], audience: 'luit-web' });

  it('each audience has one key, and tokens name it in `kid`', async () => {
    expect((await keys()).map((one) => one.audience).sort()).toEqual(['luit-admin', 'luit-claim', 'luit-web']);
    expect(decode(token, { complete: true })?.header).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.kid });
    expect(check(token)).toMatchObject({ iss: 'luit', aud: 'luit-web', typ: 'access' });
  });

  it('changing any character of a token invalidates it', () => {
    // The last character of the signature carries bits that base64url leaves unused.
    const position = fc.integer({ min: 0, max: token.length - 2 });
    const replacement = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.');
    fc.assert(
      fc.property(position, replacement, (at, character) => {
        fc.pre(token[at] !== character);
        expect(() => check(`${token.slice(0, at)}${character}${token.slice(at + 1)}`)).toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('an unsigned token, HS256 with the public key, and another audience are rejected', async () => {
    const claims = decode(token) as object;
    const [header, payload] = [{ alg: 'none', typ: 'JWT' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    expect(() => check(`${header}.${payload}.`)).toThrow();
    const forged = sign(claims, Buffer.from(key.publicKeyPem), { algorithm: 'HS256', allowInsecureKeySizes: true });
    expect(() => check(forged)).toThrow();
    const admin = (await keys()).find((one) => one.audience === 'luit-admin') as VerificationKey;
    expect(() => verify(token, admin.publicKeyPem, { algorithms: ['ES256'] })).toThrow();
  });

  it('keys survive a restart, and replicas that start together share them', async () => {
    const before = await keys();
    await app.restart();
    expect(await keys()).toEqual(before);

    await app.rows('DELETE FROM signing_keys');
    const config = (name: string) => ({
      common: { ...testConfig('auth', app.redis.url), instance: name },
      database: { url: app.database.urlOf('auth'), pool: 3 },
      secret: 'a secret for tests, 32+ characters',
      webUrl: 'https://luit.example',
      mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Luit <hello@luit.example>' },
      isRevealingAccounts: true,
      isPrivateWebhookAllowed: true,
      vapid: null,
      isSecondFactorRequired: false,
      sessionDays: 90,
      retentionDays: DEFAULT_RETENTION_DAYS,
      reportLimitHours: DEFAULT_REPORT_LIMIT_HOURS,
      recordRetentionDays: 0,
    });
    const replicas = await Promise.all(
      ['a', 'b', 'c'].map((name) => startCallService('auth', AuthModule.forRoot(config(name)), config(name).common)),
    );
    expect(await keys()).toHaveLength(3);
    await Promise.all(replicas.map((replica) => replica.close()));
    await app.restart();
  });

  it('private keys are encrypted in the database, and a wrong secret is reported clearly', async () => {
    const stored = await app.rows<{ sealed: string }>(
      `SELECT encode(sealed_private_key, 'escape') AS sealed FROM signing_keys`,
    );
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
    const database = await new DataSource(
      dataSourceOptions(authDatabase({ url: app.database.urlOf('auth'), pool: 2 })),
    ).initialize();
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const other = new KeysService(
      database,
      new SecretsService({ secret: 'another secret of at least 32 characters' }),
      broadcasts,
      app.resolve(Scheduler),
    );
    await expect(other.onModuleInit()).rejects.toThrow(/AUTH_SECRET: cannot decrypt the signing keys/);
    await database.destroy();
    await broadcasts.close();
  });

  describe('rotation', () => {
    let database: DataSource;
    const secrets = new SecretsService({ secret: 'a secret for tests, 32+ characters' });
    beforeAll(async () => {
      const options = dataSourceOptions(authDatabase({ url: app.database.urlOf('auth'), pool: 2 }));
      database = await new DataSource(options).initialize();
    });
    afterAll(() => database.destroy());

    const kids = async (audience: Audience) =>
      (await keys()).filter((one) => one.audience === audience).map((one) => one.kid);
    const kidOf = (text: string) => decode(text, { complete: true })?.header.kid;

    it('the new key signs within seconds, and the old key verifies until its tokens expire', async () => {
      const session = await app.confirmed();
      const old = kidOf(session.access_token) ?? '';
      const next = await rotateKey(database, secrets, 'luit-web', false);
      expect(next).not.toBe(old);
      expect(await kids('luit-web')).toEqual([next, old]);
      let { refresh_token: refreshToken } = session;
      await eventually(async () => {
        const refreshed = await app.calls.call(authCalls.refresh, { refreshToken, device });
        refreshToken = refreshed.refresh_token;
        expect(kidOf(refreshed.access_token)).toBe(next);
      });
      const age = (interval: string) =>
        app.rows('UPDATE signing_keys SET retired_at = now() - $2::interval WHERE kid = $1', [old, interval]);
      await age('15 minutes');
      expect(await kids('luit-web')).toContain(old);
      await age('17 minutes');
      await eventually(async () => expect(await kids('luit-web')).toEqual([next]));
    });

    it('an emergency rotation invalidates the tokens of one audience and is broadcast', async () => {
      const broadcasts = TestBroadcasts.connect(app.redis.url);
      let received = 0;
      await broadcasts.subscribe(authBroadcasts.keysChanged, () => void (received += 1));
      const others = [await kids('luit-web'), await kids('luit-admin')];
      const next = await rotateKey(database, secrets, 'luit-claim', true);
      expect(await kids('luit-claim')).toEqual([next]);
      expect([await kids('luit-web'), await kids('luit-admin')]).toEqual(others);
      await eventually(() => Promise.resolve(expect(received).toBeGreaterThan(0)));
      await broadcasts.close();
    });
  });
});
