import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import { DEFAULT_RETENTION_DAYS } from '@luit/contracts/operations/retention';
import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession } from '@luit/contracts/auth/sessions';
import { startCallService } from '@luit/platform/bootstrap';
import type { CallClient } from '@luit/platform/calls/call-client';
import { createMigratedDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, testConfig } from '@luit/platform/testing/services';
import { Global, Module, type Type } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { AuthModule } from '../auth.module';
import type { AuthConfig } from '../records/auth-config';
import { authDatabase } from '../database';
import { HASHER, type PasswordHasher } from '../identity/passwords/passwords.service';

export const device: Device = { ip: '203.0.113.7', userAgent: 'Firefox on a phone' };
/** A device that has never signed in, on another network. */
export const unknownDevice: Device = { ip: '198.51.100.9', userAgent: 'curl/8.5.0' };
export const password = 'correct horse';
export const firstAdmin = { email: 'Admin@example.com', password: 'operators only' };

/** The algorithm of production with the least work, because tests hash thousands of passwords. */
const quickHasher: PasswordHasher = {
  hash: (text) => hash(Buffer.from(text), { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: (passwordHash, text) => verify(passwordHash, Buffer.from(text)),
};

@Global()
@Module({ providers: [{ provide: HASHER, useValue: quickHasher }], exports: [HASHER] })
class QuickHashing {}

/** The auth service with its own database and Redis, called over Redis as other processes call it. */
export interface AuthTestApp {
  calls: CallClient;
  redis: TestRedis;
  database: TestDatabase;
  /** Queries the database of the service. */
  rows<T>(sql: string, values?: unknown[]): Promise<T[]>;
  /** A provider of the service. */
  resolve<T>(type: Type<T>): T;
  /** Restarts the service, optionally with other settings. */
  restart(changes?: Partial<AuthConfig>): Promise<void>;
  signUp(email?: string): Promise<{ id: string; email: string }>;
  /** The token of the newest mail of that kind to that address. */
  mailedToken(
    email: string,
    kind?: 'confirm' | 'password_reset' | 'link_sign_in' | 'export' | 'operator_invitation',
  ): Promise<string>;
  /** The kinds of all mails to that address, oldest first. */
  mailsTo(email: string): Promise<string[]>;
  /** Adds a minute to the current delays: the first one is a second, which hashing may take on a busy machine. */
  prolongSignInDelays(): Promise<void>;
  /** Signs up and confirms the address. */
  confirmed(email?: string): Promise<IssuedSession>;
  close(): Promise<void>;
}

export async function startAuthTestApp(changes: Partial<AuthConfig> = {}): Promise<AuthTestApp> {
  const [database, redis] = await Promise.all([
    createMigratedDatabase('auth', (url) => authDatabase({ url })),
    takeTestRedis(),
  ]);
  const url = database.urlOf('auth');
  const base: AuthConfig = {
    common: testConfig('auth', redis.url),
    database: { url, pool: 10 },
    secret: 'a secret for tests, 32+ characters',
    webUrl: 'https://luit.example',
    firstAdmin,
    // No mail server answers there.
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Luit <hello@luit.example>' },
    isSecondFactorRequired: false,
    isRevealingAccounts: true,
    isPrivateWebhookAllowed: true,
    sessionDays: 90,
    vapid: null,
    retentionDays: DEFAULT_RETENTION_DAYS,
    reportLimitHours: DEFAULT_REPORT_LIMIT_HOURS,
    recordRetentionDays: 0,
    ...changes,
  };
  const start = (config: AuthConfig) => {
    const { imports = [], ...auth } = AuthModule.forRoot(config);
    return startCallService('auth', { ...auth, imports: [...imports, QuickHashing] }, config.common);
  };
  let service = await start(base);
  const client = new Client({ connectionString: url });
  await client.connect();
  const tester = await connectTestCalls(redis.url);
  const rows = async <T>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as T[];

  const mailedToken = async (email: string, kind = 'confirm') => {
    const [mail] = await rows<{ id: string }>(
      `SELECT id FROM mails WHERE lower("to") = lower($1) AND kind = $2 ORDER BY created_at DESC, id DESC`,
      [email, kind],
    );
    const rendered = await tester.client.call(authCalls.renderMail, { mailId: mail?.id ?? uuidv7() });
    return /[?&]token=([\w.-]+)/.exec(rendered?.text ?? '')?.[1] ?? '';
  };
  const signUp = async (email = `${uuidv7()}@example.com`) =>
    (await tester.client.call(authCalls.signUp, { email, password, name: 'Ritu Das', device })).user;

  return {
    calls: tester.client,
    redis,
    database,
    rows,
    signUp,
    mailedToken,
    mailsTo: async (email) =>
      (
        await rows<{ kind: string }>('SELECT kind FROM mails WHERE lower("to") = lower($1) ORDER BY created_at, id', [
          email,
        ])
      ).map((mail) => mail.kind),
    confirmed: async (email) => {
      const user = await signUp(email);
      return tester.client.call(authCalls.confirmEmail, { token: await mailedToken(user.email), device });
    },
    prolongSignInDelays: async () => {
      await rows(`UPDATE sign_in_attempts SET next_at = next_at + interval '1 minute' WHERE next_at > last_at`);
    },
    resolve: (type) => service.app.get(type),
    restart: async (other = {}) => {
      await service.close();
      service = await start({ ...base, ...other });
    },
    close: async () => {
      await Promise.all([service.close(), tester.close(), client.end()]);
      await Promise.all([database.drop(), giveBackTestRedis(redis)]);
    },
  };
}
