import { authCalls } from '@luit/contracts/auth/messages';
import { testOptions } from '@luit/contracts/generation/testing/test-options';
import type { User } from '@luit/contracts/auth/users';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { AcceptedRecord } from '@luit/contracts/generation/requests';
import { AS_INSTALLED } from '@luit/contracts/operations/traffic';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { PushContract } from '@luit/contracts/messages/message';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { publishPush } from '@luit/platform/testing/pushes';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { testConfig } from '@luit/platform/testing/services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { GatewayConfig } from '../config';
import { type RunningGateway, startGateway } from '../gateway';
import { ACCESS_LOG } from '../http/logs/access-log';
import { CONNECTION_LIMITS } from '../http/connections/connection-limits';
import { RATE_LIMITS } from '../access/limits/rate-limits';
import { socketLimits } from '../live-updates/socket-limits';
import { TestServices } from './test-services';
import { newIssuer, newUser, type TestUser, tokenFor } from './test-tokens';

export interface GatewayTestApp {
  url: string;
  config: GatewayConfig;
  /** Default storage folder. */
  storageDir: string;
  running: RunningGateway;
  redis: TestRedis;
  services: TestServices;
  /** Publishes broadcasts of the other services. */
  broadcasts: TestBroadcasts;
  /** Publishes a push as the relay of another service does. */
  push<Payload>(contract: PushContract<Payload>, payload: Payload): Promise<void>;
  users: ReturnType<typeof newIssuer>;
  operators: ReturnType<typeof newIssuer>;
  /** Issues guest access tokens. */
  guests: ReturnType<typeof newIssuer>;
  user: TestUser;
  /** Authorization header of a user, by default `user`. */
  bearer(user?: TestUser): { authorization: string };
  /** Forgets the user and the used limits of an earlier test. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a gateway on a free port with its own Redis, files and fake services. */
export async function startGatewayTestApp(changes: Partial<GatewayConfig> = {}): Promise<GatewayTestApp> {
  const redis = await takeTestRedis();
  const folder = await mkdtemp(join(tmpdir(), 'luit-gateway-'));
  const storageDir = join(folder, 'storage');
  const services = new TestServices();
  await services.start(redis.url);
  const users = newIssuer('luit-web');
  const operators = newIssuer('luit-admin');
  const guests = newIssuer('luit-claim');
  services.answer(authCalls.getVerificationKeys, () => ({ keys: [users.key, operators.key, guests.key] }));
  services.answer(authCalls.listDisabledAccounts, () => ({ userIds: [] }));
  services.answer(authCalls.listRevokedSessions, () => ({ sessions: [] }));
  services.answer(generationCalls.listTakenDownFiles, () => ({ keys: [] }));
  services.answer(authCalls.recordAccess, () => ({}));
  services.answer(operationsCalls.getTrafficSettings, () => AS_INSTALLED);
  services.answer(authCalls.requireRecentSignIn, () => ({}));
  const config: GatewayConfig = {
    common: testConfig('gateway', redis.url),
    host: '127.0.0.1',
    port: 0,
    webUrl: 'http://127.0.0.1:8080',
    // No mail server answers there.
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Luit <hello@luit.example>' },
    filesUrl: 'http://127.0.0.1:8080',
    storage: { kind: 'folder', folder: storageDir },
    filesSecret: 'a secret for tests',
    webDist: join(folder, 'web'),
    adminDist: join(folder, 'admin'),
    checkoutOrigins: ['https://checkout.example'],
    trustProxy: false,
    liveGraceMs: 30_000,
    shutdownDelayMs: 0,
    predictions: { apiUrl: 'http://127.0.0.1:1', version: `tencentarc/gfpgan:${'a'.repeat(64)}`, deliveryHosts: [] },
    agentApprovalCredits: 100,
    openId: null,
    textModel: null,
    uploads: { maxBytes: 10 * 1024 * 1024, maxPixels: 50_000_000 },
    limits: RATE_LIMITS,
    sockets: socketLimits(1),
    connections: CONNECTION_LIMITS,
    accessLog: ACCESS_LOG,
    ...changes,
  };
  const publisher = connectRedis(redis.url, 'test-pushes');
  const broadcasts = TestBroadcasts.connect(redis.url);
  const stopRest = async (): Promise<void> => {
    await services.close();
    await closeRedis(publisher);
    await broadcasts.close();
    await giveBackTestRedis(redis);
    await rm(folder, { recursive: true });
  };
  const running = await startGateway(config).catch(async (error: unknown) => {
    await stopRest();
    throw error;
  });
  const app: GatewayTestApp = {
    url: running.url,
    config,
    storageDir,
    running,
    redis,
    services,
    broadcasts,
    push: (contract, payload) => publishPush(publisher, contract, payload),
    users,
    operators,
    guests,
    user: newUser(),
    bearer: (who = app.user) => ({ authorization: `Bearer ${tokenFor(users, who)}` }),
    reset: async () => {
      app.user = newUser();
      const limits = await publisher.keys('luit:limit:*');
      if (limits.length > 0) await publisher.del(...limits);
    },
    close: async () => {
      await running.close();
      await stopRest();
    },
  };
  return app;
}

export function userOf({ id, email }: TestUser): User {
  return {
    id,
    email,
    email_confirmed_at: '2026-11-01T00:00:00.000Z',
    created_at: '2026-11-01T00:00:00.000Z',
    last_sign_in_at: null,
    user_metadata: { name: 'Asha', credits: 0, status: 'active' },
    language: 'en',
  };
}

export function recordOf(userId: string, changes: Partial<AcceptedRecord> = {}): AcceptedRecord {
  return {
    id: uuidv7(),
    userId,
    type: 'video',
    status: 'processing',
    jobStatus: 'running',
    canceled: false,
    progress: 50,
    sequence: 3,
    outputKey: null,
    posterKey: null,
    imageKey: null,
    lastImageKey: null,
    referenceKeys: [],
    lateOutputKey: null,
    prompt: 'a river at dawn',
    planId: '5s-480p',
    model: 'seedance',
    duration: 5,
    resolution: '480p',
    restore: null,
    options: testOptions({ aspectRatio: '16:9', seed: 7 }),
    credits: 18,
    queuePosition: null,
    etaSeconds: 12,
    isLongerThanUsual: false,
    error: null,
    retryOf: null,
    remixOf: null,
    apiKeyId: null,
    metadata: {},
    takedown: null,
    set: null,
    siblings: [],
    createdAt: '2026-11-01T00:00:00.000Z',
    completedAt: null,
    money: { state: 'held', credits: 18 },
    ...changes,
  };
}
