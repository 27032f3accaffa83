import { authCalls, type VerificationKey } from '@luit/contracts/auth';
import { startCallService } from '@luit/platform/bootstrap';
import { dataSourceOptions } from '@luit/platform/database/options';
import { testConfig } from '@luit/platform/testing/services';
import fc from 'fast-check';
import { decode, sign, verify } from 'jsonwebtoken';
import { DataSource } from 'typeorm';
import { AuthModule } from '../auth.module';
import { authDatabase } from '../database';
import { SecretsService } from '../secrets/secrets.service';
import { startStage, type Stage } from '../test/stage';
import { KeysService } from './keys.service';

describe('signing keys', () => {
  let stage: Stage;
  let token: string;
  let key: VerificationKey;

  beforeAll(async () => {
    stage = await startStage();
    token = (await stage.confirmed()).access_token;
    key = (await keys()).find((one) => one.audience === 'luit-web') as VerificationKey;
  });

  afterAll(() => stage.close());

  const keys = async () => (await stage.calls.call(authCalls.getVerificationKeys, {})).keys;
  const check = (tokenText: string) =>
    verify(tokenText, key.publicKeyPem, { algorithms: ['ES256'], audience: 'luit-web' });

  it('are one for each audience, and name themselves in the token', async () => {
    expect((await keys()).map((one) => one.audience).sort()).toEqual(['luit-admin', 'luit-claim', 'luit-web']);
    expect(decode(token, { complete: true })?.header).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.kid });
    expect(check(token)).toMatchObject({ iss: 'luit', aud: 'luit-web', typ: 'access' });
  });

  it('make no token that verifies after any change of one character', () => {
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

  it('make no token that passes as unsigned, as HS256 of the public key, or at the other audience', async () => {
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

  it('outlive a restart, and replicas that start together share them', async () => {
    const before = await keys();
    await stage.restart();
    expect(await keys()).toEqual(before);

    await stage.rows('DELETE FROM signing_keys');
    const config = (name: string) => ({
      common: { ...testConfig('auth', stage.redis.url), instance: name },
      database: { url: stage.database.urlOf('auth'), pool: 3 },
      secret: 'a secret of the tests, 32+ characters',
      webUrl: 'https://luit.example',
      isRevealingAccounts: true,
    });
    const replicas = await Promise.all(
      ['a', 'b', 'c'].map((name) => startCallService('auth', AuthModule.forRoot(config(name)), config(name).common)),
    );
    expect(await keys()).toHaveLength(3);
    await Promise.all(replicas.map((replica) => replica.close()));
    await stage.restart();
  });

  it('lie sealed in the database, and another secret is told so in plain words', async () => {
    const kept = await stage.rows<{ sealed: string }>(
      `SELECT encode(sealed_private_key, 'escape') AS sealed FROM signing_keys`,
    );
    expect(JSON.stringify(kept)).not.toContain('PRIVATE KEY');
    const database = await new DataSource(
      dataSourceOptions(authDatabase({ url: stage.database.urlOf('auth'), pool: 2 })),
    ).initialize();
    const other = new KeysService(database, new SecretsService({ secret: 'another secret of at least 32 characters' }));
    await expect(other.onModuleInit()).rejects.toThrow(/AUTH_SECRET: does not open the signing keys/);
    await database.destroy();
  });
});
