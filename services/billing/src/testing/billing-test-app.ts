import { DEFAULT_RETENTION_DAYS } from '@luit/contracts/operations/retention';
import { startCallService } from '@luit/platform/bootstrap';
import { dataSourceOptions } from '@luit/platform/database/data-source-options';
import { eventQueueName, Queues } from '@luit/platform/queues/queues';
import { createMigratedDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, testConfig, type TestCalls } from '@luit/platform/testing/services';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import type { Queue } from 'bullmq';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BillingModule } from '../billing.module';
import { type BillingConfig, pollSchedule, REFUND_SCHEDULE_MS } from '../config';
import { databaseSettings } from '../database';
import { SingleHolds } from './single-holds';

/** The ledger service on a migrated schema of its own, with direct access to the database. */
export interface TestLedger {
  database: TestDatabase;
  /** Connects as billing's role. */
  source: DataSource;
  /** Connects as a superuser, who may disable triggers. */
  admin: DataSource;
  ledger: SingleHolds;
  close(): Promise<void>;
}

export async function startTestLedger(): Promise<TestLedger> {
  const database = await createMigratedDatabase('billing', (url) => databaseSettings({ url, pool: 2 }));
  const url = database.urlOf('billing');
  const source = await connect(url);
  const admin = await connect(database.adminUrl, { options: '-c search_path=billing' });
  return {
    database,
    source,
    admin,
    ledger: new SingleHolds(source, { publish: () => undefined }, { testCreditsPerDay: 0 }),
    close: async () => {
      await Promise.all([source.destroy(), admin.destroy()]);
      await database.drop();
    },
  };
}

export interface BillingTestApp extends TestLedger {
  redis: TestRedis;
  sandbox: RunningSandbox;
  calls: TestCalls['client'];
  /** The queue that the service consumes events from. */
  events: Queue;
  config: BillingConfig;
  healthPort: number;
  /** Resolves a provider of the running service. */
  get<T>(token: abstract new (...args: never[]) => T): T;
}

export interface BillingTestAppOptions {
  pollScheduleMs?: readonly number[];
  refundScheduleMs?: readonly number[];
  timeoutMs?: number;
  /** By default a seller without GSTIN, and no invoice poller: tests issue documents themselves. */
  invoicing?: Partial<BillingConfig['invoicing']>;
  /** By default no poller: tests look for due notices themselves. */
  creditNotices?: Partial<BillingConfig['creditNotices']>;
  testCreditsPerDay?: number;
  webhookSecrets?: string[];
  formerKeySecrets?: string[];
  reconcile?: Partial<BillingConfig['reconcile']>;
}

/** Runs billing in this process with its own Postgres schema, Redis and sandbox. Tests reach it through real calls. */
export async function startBillingTestApp(options: BillingTestAppOptions = {}): Promise<BillingTestApp> {
  const [bench, redis, sandbox] = await Promise.all([
    startTestLedger(),
    takeTestRedis(),
    startSandbox({ mailbox: false }),
  ]);
  const { keyId, keySecret, webhookSecret } = sandbox.razorpay;
  const config: BillingConfig = {
    common: testConfig('billing', redis.url),
    database: { url: bench.database.urlOf('billing'), pool: 10 },
    retentionDays: DEFAULT_RETENTION_DAYS,
    razorpay: {
      apiUrl: `${sandbox.url}/razorpay`,
      checkoutUrl: `${sandbox.url}/razorpay/checkout.js`,
      credentials: { keyId, keySecret, formerKeySecrets: options.formerKeySecrets ?? [] },
      webhookSecrets: options.webhookSecrets ?? [webhookSecret],
      timeoutMs: options.timeoutMs ?? 2_000,
    },
    pollScheduleMs: options.pollScheduleMs ?? pollSchedule(60_000),
    invoicing: {
      seller: { name: 'Luit', address: [], state: null, gstin: null, sac: '998439', email: null },
      rateBasisPoints: 1_800,
      intervalMs: null,
      ...options.invoicing,
    },
    creditNotices: { daysBefore: 7, intervalMs: null, ...options.creditNotices },
    testCreditsPerDay: options.testCreditsPerDay ?? 1_000,
    refundScheduleMs: options.refundScheduleMs ?? REFUND_SCHEDULE_MS,
    // No checks run by themselves; tests start them.
    reconcile: {
      intervalMs: 86_400_000,
      holdAgeMs: 300_000,
      paymentsIntervalMs: 86_400_000,
      paymentDays: 3,
      refundsIntervalMs: 86_400_000,
      ...options.reconcile,
    },
  };
  const service = await startCallService('billing', BillingModule.forRoot(config), config.common);
  const calls = await connectTestCalls(redis.url);
  return {
    ...bench,
    redis,
    sandbox,
    calls: calls.client,
    events: service.app.get(Queues).named(eventQueueName('billing')),
    config,
    healthPort: service.healthPort,
    get: (token) => service.app.get(token),
    close: async () => {
      await calls.close();
      await service.close();
      await sandbox.close();
      await giveBackTestRedis(redis);
      await bench.close();
    },
  };
}

async function connect(url: string, session: { options?: string } = {}): Promise<DataSource> {
  const settings = dataSourceOptions(databaseSettings({ url, pool: 10 }));
  const extra = { ...(settings.extra as object), ...session };
  // Concurrent histories queue for a pooled connection, which may take long on a busy machine.
  return new DataSource({ ...settings, extra, connectTimeoutMS: 60_000 } as DataSourceOptions).initialize();
}
