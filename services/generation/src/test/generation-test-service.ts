import { billingCalls } from '@luit/contracts/billing/messages';
import { wakeUpKey } from '@luit/contracts/registry/redis-access';
import { POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { type RunningService, startCallService } from '@luit/platform/bootstrap';
import { Queues } from '@luit/platform/queues/queues';
import { REDIS } from '@luit/platform/platform.module';
import { createMigratedDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { eventually } from '@luit/platform/testing/eventually';
import { PushCollector } from '@luit/platform/testing/pushes';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, testConfig, type TestCalls } from '@luit/platform/testing/services';
import type { Type } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig, type JobLimits, readConfig } from '../config';
import { databaseSettings } from '../database';
import { GenerationModule } from '../generation.module';
import { PublishedModels } from '../model-revisions/published-models';
import { type ProviderLimits, ProviderInstances } from '../provider-instances/provider-instances';
import { Reconciler } from '../reconciliation/reconciler';
import { turnOnVendors } from './test-instances';
import { FakeBilling, type Hold, newPosting } from './fake-billing';

export const TEST_LEASE_MS = 600_000;
export const TEST_PROVIDER_SECRET = 'thirty-two characters or some more';
const UNLIMITED = { submitsPerMinute: 1_000_000, pollsPerMinute: 1_000_000 };

export interface GenerationTestAppOptions {
  /** The storage of archived timelines and of input images; none by default. */
  archiveFolder?: string;
  /** The default is none. */
  classifier?: GenerationConfig['classifier'];
  /** The default is none. */
  hashMatcher?: GenerationConfig['hashMatcher'];
  /** By default leases outlast the test; see `expireLease`. */
  limits?: Partial<JobLimits>;
  providerConcurrency?: number;
  userConcurrency?: number;
  apiKeyConcurrency?: number;
  colorModel?: string;
  modelProviders?: GenerationConfig['modelProviders'];
  /** Apply to every provider; rates are unlimited by default. */
  providerLimits?: Partial<ProviderLimits>;
  /** Number of replicas of the service. */
  replicas?: number;
}

interface Parts {
  testDatabase: TestDatabase;
  redis: TestRedis;
  calls: TestCalls;
  database: DataSource;
  config: GenerationConfig;
  pushes: PushCollector;
  /** Tables without rows before the service starts. */
  emptyTables: string[];
}

/** Prepares what a `GenerationTestService` needs. */
export async function prepareParts(options: GenerationTestAppOptions): Promise<Parts> {
  const [testDatabase, redis] = await Promise.all([
    createMigratedDatabase('generation', databaseSettings),
    takeTestRedis(),
  ]);
  const url = testDatabase.urlOf('generation');
  const config = readConfig({
    LUIT_MODE: 'local',
    REDIS_URL: asRedisUser('generation', redis.url),
    DATABASE_URL: url,
    DATABASE_POOL: '10',
    STORAGE_DIR: options.archiveFolder,
    PROVIDER_SECRETS: TEST_PROVIDER_SECRET,
  });
  config.webhookBaseUrl = 'http://gateway.test';
  const limits = { concurrency: options.providerConcurrency ?? 20, ...UNLIMITED, ...options.providerLimits };
  config.instanceSeeds = [];
  config.userConcurrency = options.userConcurrency ?? limits.concurrency;
  config.apiKeyConcurrency = options.apiKeyConcurrency ?? config.apiKeyConcurrency;
  config.colorModel = options.colorModel ?? null;
  config.classifier = options.classifier ?? null;
  config.hashMatcher = options.hashMatcher ?? null;
  if (options.modelProviders) config.modelProviders = options.modelProviders;
  Object.assign(config.limits, { leaseMs: TEST_LEASE_MS }, options.limits);
  const database = await new DataSource({
    type: 'postgres',
    url: testDatabase.adminUrl,
    extra: { options: '-c search_path=generation', max: 4 },
  }).initialize();
  await turnOnVendors(database, limits);
  const calls = await connectTestCalls(redis.url);
  const pushes = await PushCollector.connect(redis.url, 'generation');
  const emptyTables = await findEmptyTables(database);
  return { testDatabase, redis, calls, database, config, pushes, emptyTables };
}

/** The service in this process with its own database and Redis; billing is a fake behind the real call transport. */
export class GenerationTestService {
  readonly billing = new FakeBilling();
  readonly services: RunningService[] = [];
  readonly redis: TestRedis;
  readonly database: DataSource;
  readonly config: GenerationConfig;
  private fake?: { close(): Promise<void> };

  protected constructor(protected readonly parts: Parts) {
    this.redis = parts.redis;
    this.database = parts.database;
    this.config = parts.config;
  }

  async startBilling(): Promise<void> {
    this.fake = await startFakeService('billing', this.redis.url, {
      [billingCalls.holdCredits.name]: (hold: Hold) => this.billing.hold(hold),
      [billingCalls.grantCredits.name]: (grant: { userId: string; credits: number }) => {
        this.billing.grants.push(grant);
        return newPosting();
      },
      [billingCalls.refundJob.name]: ({ requestId }: { requestId: string }) => {
        this.billing.refunded.push(requestId);
        return { credits: 18 };
      },
      [billingCalls.getJobRevenues.name]: ({ requestIds }: { requestIds: string[] }) => ({
        revenues: this.billing.revenuesOf(requestIds),
      }),
      [billingCalls.getHolds.name]: () => ({ states: this.billing.states }),
    });
  }

  async stopBilling(): Promise<void> {
    await this.fake?.close();
  }

  async startService(): Promise<RunningService> {
    const common = testConfig('generation', this.redis.url);
    const service = await startCallService('generation', GenerationModule.forRoot({ ...this.config, common }), common);
    this.services.push(service);
    // The first round of the reconciler would repair the state that a test breaks.
    await eventually(async () => expect(await service.app.get(Reconciler).reconcileAfterFlush()).toBe(true));
    return service;
  }

  /** Changes the limits of the running replicas. */
  async setConcurrency(providerConcurrency: number, userConcurrency = providerConcurrency): Promise<void> {
    for (const config of [this.config, ...this.services.map(({ app }) => app.get<GenerationConfig>(CONFIG))])
      Object.assign(config, { userConcurrency });
    await turnOnVendors(this.database, { concurrency: providerConcurrency, ...UNLIMITED });
    for (const { app } of this.services) app.get(ProviderInstances).forget();
  }

  /** Ends what operators did to them in earlier tests. */
  async turnOnProviders(): Promise<void> {
    await this.database.query(`UPDATE provider_instances SET state = 'on', state_by = NULL, state_reason = NULL`);
    this.resolve(ProviderInstances).forget();
    this.resolve(PublishedModels).forget();
  }

  /** Removes the rows and queue entries of earlier tests. */
  async reset(): Promise<void> {
    // A round of the service may hold a lock that this waits for, while it waits for one of this.
    await eventually(() => this.database.query(`TRUNCATE ${this.parts.emptyTables.join(', ')}`));
    await this.turnOnProviders();
    await this.resolve(Queues).named('submit').obliterate({ force: true });
    await this.takeWakeUp();
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.stopBilling();
    await this.parts.calls.close();
    await this.parts.pushes.close();
    await this.database.destroy();
    await giveBackTestRedis(this.redis);
    await this.parts.testDatabase.drop();
  }

  readonly call: TestCalls['client']['call'] = (contract, request) => this.parts.calls.client.call(contract, request);

  async row(id: string): Promise<Record<string, unknown>> {
    const [row] = (await this.database.query(`SELECT * FROM requests WHERE id = $1`, [id])) as Record<
      string,
      unknown
    >[];
    if (!row) throw new Error(`No row ${id}`);
    return row;
  }

  async set(id: string, assignment: string): Promise<void> {
    await this.database.query(`UPDATE requests SET ${assignment} WHERE id = $1`, [id]);
  }

  /** Takes the wake-up that waits for a worker. @returns its milliseconds, or null if there is none */
  async takeWakeUp(): Promise<number | null> {
    const [, delayMs] = await this.services[0]!.app.get<Redis>(REDIS).zpopmin(wakeUpKey(POLL_WAKE_UP));
    return delayMs === undefined ? null : Number(delayMs);
  }

  /** An instance from the service's container. */
  resolve<T>(token: Type<T>): T {
    const [service] = this.services;
    if (!service) throw new Error('The service is not running');
    return service.app.get(token);
  }
}

async function findEmptyTables(database: DataSource): Promise<string[]> {
  const tables: { name: string }[] = await database.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'generation'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name WHERE NOT EXISTS (SELECT FROM ${name})`);
  const empty: { name: string }[] = await database.query(counts.join(' UNION ALL '));
  return empty.map(({ name }) => name);
}
