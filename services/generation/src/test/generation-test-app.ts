import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationEvents, generationPushes } from '@luit/contracts/generation/messages';
import type { ProviderFailure, StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { wakeUpKey } from '@luit/contracts/registry/redis-access';
import { operationsCalls } from '@luit/contracts/operations/messages';
import {
  HANDED_POLLS,
  handedPoll,
  type Poll,
  POLL_WAKE_UP,
  type PollResult,
} from '@luit/contracts/generation/tracking';
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
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig, type JobLimits, type ProviderLimits, readConfig } from '../config';
import { databaseSettings } from '../database';
import { Dispatcher } from '../dispatch/dispatcher';
import { entryId } from '../dispatch/submit-entries';
import { GenerationModule } from '../generation.module';
import { Reconciler } from '../reconciliation/reconciler';
import { FakeBilling, type Hold, newPosting } from './fake-billing';

export interface Settled {
  requestId: string;
  outcome: string;
  credits: number;
  reason: string | null;
}

/** The result of a claim of one job's poll. */
type TestClaim = { action: 'none' } | ({ action: 'poll' } & Poll);

export const TEST_LEASE_MS = 600_000;
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

/** The service in this process with its own database and Redis; billing is a fake behind the real call transport. */
export class GenerationTestApp {
  readonly billing = new FakeBilling();
  readonly redis: TestRedis;
  readonly database: DataSource;
  readonly services: RunningService[] = [];

  private constructor(
    private readonly testDatabase: TestDatabase,
    redis: TestRedis,
    private readonly calls: TestCalls,
    database: DataSource,
    readonly config: GenerationConfig,
    private readonly pushes: PushCollector,
    /** Tables without rows before the service starts. */
    private readonly emptyTables: string[],
  ) {
    this.redis = redis;
    this.database = database;
  }

  static async start(options: GenerationTestAppOptions = {}): Promise<GenerationTestApp> {
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
    });
    config.webhookBaseUrl = 'http://gateway.test';
    config.providerConcurrency = options.providerConcurrency ?? 20;
    config.userConcurrency = options.userConcurrency ?? config.providerConcurrency;
    config.apiKeyConcurrency = options.apiKeyConcurrency ?? config.apiKeyConcurrency;
    config.colorModel = options.colorModel ?? null;
    config.classifier = options.classifier ?? null;
    config.hashMatcher = options.hashMatcher ?? null;
    if (options.modelProviders) config.modelProviders = options.modelProviders;
    const { limitsOf } = config;
    config.limitsOf = (provider) => ({ ...limitsOf.call(config, provider), ...UNLIMITED, ...options.providerLimits });
    Object.assign(config.limits, { leaseMs: TEST_LEASE_MS }, options.limits);
    const database = await new DataSource({
      type: 'postgres',
      url: testDatabase.adminUrl,
      extra: { options: '-c search_path=generation', max: 4 },
    }).initialize();
    const calls = await connectTestCalls(redis.url);
    const pushes = await PushCollector.connect(redis.url, 'generation');
    const emptyTables = await findEmptyTables(database);
    const app = new GenerationTestApp(testDatabase, redis, calls, database, config, pushes, emptyTables);
    await app.startBilling();
    for (let i = 0; i < (options.replicas ?? 1); i += 1) await app.startService();
    return app;
  }

  private fake?: { close(): Promise<void> };

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
  setConcurrency(providerConcurrency: number, userConcurrency = providerConcurrency): void {
    for (const config of [this.config, ...this.services.map(({ app }) => app.get<GenerationConfig>(CONFIG))])
      Object.assign(config, { providerConcurrency, userConcurrency });
  }

  /** Removes the rows and queue entries of earlier tests. */
  async reset(): Promise<void> {
    // A round of the service may hold a lock that this waits for, while it waits for one of this.
    await eventually(() => this.database.query(`TRUNCATE ${this.emptyTables.join(', ')}`));
    await this.resolve(Queues).named('submit').obliterate({ force: true });
    await this.takeWakeUp();
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.stopBilling();
    await this.calls.close();
    await this.pushes.close();
    await this.database.destroy();
    await giveBackTestRedis(this.redis);
    await this.testDatabase.drop();
  }

  readonly call: TestCalls['client']['call'] = (contract, request) => this.calls.client.call(contract, request);

  create(input: Partial<NewRequest> = {}): Promise<RequestRecord> {
    return this.call(generationCalls.createRequest, {
      userId: uuidv7(),
      type: 'video',
      prompt: 'a river at dawn',
      duration: 5,
      ...input,
    });
  }

  /** Changes the price of a plan as an operator does. Replicas show the old one for up to a second. */
  async setPrice(id: string, credits: number): Promise<void> {
    await this.call(operationsCalls.changePlan, { adminId: uuidv7(), id, credits });
  }

  get({ id, userId }: { id: string; userId: string }): Promise<RequestRecord> {
    return this.call(generationCalls.getRequest, { requestId: id, userId });
  }

  /** Dispatches what can run, then claims the job, as a worker that takes its queue entry. */
  async claimSubmission(requestId: string, workerId = 'worker-1') {
    await this.dispatch();
    return this.call(generationCalls.claimSubmission, { requestId, workerId });
  }

  /** Claims the poll of this job and of no other, as if it were due. */
  async claimTracking(requestId: string, workerId = 'worker-1'): Promise<TestClaim> {
    await this.database.query(
      `UPDATE requests SET next_poll_at = CASE WHEN id::text = $1 THEN now() ELSE now() + interval '1 hour' END
        WHERE state IN ('running', 'collecting')`,
      [requestId],
    );
    const { polls } = await this.call(generationCalls.claimPolls, { workerId, limit: 1 });
    const poll = polls.find((one) => one.requestId === requestId);
    return poll ? { action: 'poll', ...poll } : { action: 'none' };
  }

  /** Reports one poll. @returns the milliseconds until the next one @throws LuitError `stale_lease` */
  async reportPoll(
    { requestId, lease }: { requestId: string; lease: number },
    result: PollResult,
    others?: StrayResults,
    workerId = 'worker-1',
  ): Promise<number | null> {
    const reports = [{ requestId, lease, result, others, workerId }];
    const { refused, nextPollMs } = await this.call(generationCalls.recordPolls, { reports });
    if (refused.length > 0) throw new LuitError('stale_lease', 'Refused');
    return nextPollMs;
  }

  /** @throws LuitError `stale_lease` */
  async renewLease(lease: { requestId: string; lease: number }): Promise<void> {
    const { stale } = await this.call(generationCalls.renewLeases, { leases: [lease] });
    if (stale.length > 0) throw new LuitError('stale_lease', 'Not renewed');
  }

  /** Milliseconds until the next poll of this job is due; negative if it is. */
  async pollDueInMs(requestId: string): Promise<number> {
    const [{ ms }] = (await this.database.query(
      `SELECT extract(epoch FROM next_poll_at - now())::float8 * 1000 AS ms FROM requests WHERE id = $1`,
      [requestId],
    )) as [{ ms: number }];
    return ms;
  }

  /** Takes the wake-up that waits for a worker. @returns its milliseconds, or null if there is none */
  async takeWakeUp(): Promise<number | null> {
    const [, delayMs] = await this.services[0]!.app.get<Redis>(REDIS).zpopmin(wakeUpKey(POLL_WAKE_UP));
    return delayMs === undefined ? null : Number(delayMs);
  }

  /** Takes the oldest poll that was handed to workers. */
  async takeHandedPoll(): Promise<Poll> {
    const [, text] = (await this.services[0]!.app.get<Redis>(REDIS).blpop(HANDED_POLLS, 5)) ?? [];
    return handedPoll.parse(JSON.parse(text ?? 'null')).poll;
  }

  /** The number of polls that were handed over and that no worker has received. */
  handedPolls(): Promise<number> {
    return this.services[0]!.app.get<Redis>(REDIS).llen(HANDED_POLLS);
  }

  /** Runs a round of the dispatcher. */
  async dispatch(): Promise<void> {
    await this.resolve(Dispatcher).round();
  }

  /** Claims and submits a job. @returns the lease */
  async submit(requestId: string, externalId = `task-${requestId}`): Promise<number> {
    const claim = await this.claimSubmission(requestId);
    if (claim.action !== 'submit') throw new Error(`Expected to submit, got ${claim.action}`);
    await this.call(generationCalls.recordSubmission, { requestId, lease: claim.lease, externalId });
    return claim.lease;
  }

  async track(requestId: string): Promise<number> {
    const claim = await this.claimTracking(requestId);
    if (claim.action !== 'poll') throw new Error(`Expected to poll, got ${claim.action}`);
    return claim.lease;
  }

  /** @param fingerprint of the output, hex */
  async succeed(requestId: string, fingerprint: string | null = null): Promise<void> {
    const lease = await this.track(requestId);
    await this.reportPoll({ requestId, lease }, { kind: 'succeeded' });
    await this.call(generationCalls.settleJob, {
      requestId,
      lease,
      outcome: {
        kind: 'succeeded',
        outputKey: `outputs/${requestId}.mp4`,
        posterKey: null,
        contentType: 'video/mp4',
        bytes: 1_000,
        durationSeconds: 5,
        fingerprint,
      },
    });
  }

  /** Publishes billing's event about a hold. */
  async publishHoldSettled(holdId: string, userId: string, state: 'captured' | 'returned' | 'refunded'): Promise<void> {
    const payload = { holdId, userId, state, credits: 18 };
    const queue = this.resolve(Queues).named('events-generation');
    await queue.add(billingEvents.holdSettled.name, { payload }, { jobId: uuidv7() });
  }

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

  /** Expires the lease, as if its worker had crashed a while ago. */
  async expireLease(id: string): Promise<void> {
    await this.set(id, `lease_expires_at = now() - interval '1 minute'`);
  }

  async timeline(id: string): Promise<string[]> {
    const rows: { what: string }[] = await this.database.query(
      `SELECT what FROM job_timeline WHERE request_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map((row) => row.what);
  }

  /** Published settlements, oldest first. */
  async settled(id?: string): Promise<Settled[]> {
    return this.published<Settled>(generationEvents.requestSettled.name, `payload->>'requestId'`, id);
  }

  /** Published updates of a request, oldest first. A final one is published twice, and included once. */
  async updates(id: string): Promise<RequestRecord[]> {
    await eventually(async () => {
      const waiting = await this.database.query<unknown[]>(`SELECT FROM outbox WHERE kind = 'push'`);
      if (waiting.length > 0) throw new Error(`${waiting.length} pushes are not relayed`);
    });
    // Direct pushes leave at the end of a tick of the event loop; Redis answers a ping on their connection after them.
    await setImmediate();
    await Promise.all(this.services.map(({ app }) => app.get<Redis>(REDIS).ping()));
    const pushes = await this.pushes.payloads(generationPushes.requestUpdated);
    const updates = pushes.map(({ request }) => request).filter((request) => request.id === id);
    return updates.filter((update, i) => !updates.slice(0, i).some((earlier) => isRepeatedOutcome(earlier, update)));
  }

  /** Runs a round of the reconciler after any round that is still running. */
  async reconcile(olderThanMs: number): Promise<void> {
    await eventually(async () => expect(await this.resolve(Reconciler).reconcile(olderThanMs)).toBe(true));
  }

  /** `unknown` if there is no entry. */
  async entryState(kind: 'submit', id: string): Promise<string> {
    return this.resolve(Queues)
      .named(kind)
      .getJobState(await this.entryId(id));
  }

  async waitForEntry(kind: 'submit', id: string, state?: string): Promise<void> {
    await eventually(async () => {
      const found = await this.entryState(kind, id);
      if (found === 'unknown' || (state && found !== state)) throw new Error(`The ${kind} entry is ${found}`);
    });
  }

  async removeEntry(kind: 'submit', id: string): Promise<void> {
    await this.resolve(Queues)
      .named(kind)
      .remove(await this.entryId(id));
  }

  private async entryId(id: string): Promise<string> {
    const { dispatched_at: dispatchedAt } = await this.row(id);
    return dispatchedAt ? entryId({ id, dispatchedAt: dispatchedAt as Date }) : id;
  }

  /** An instance from the service's container. */
  resolve<T>(token: Type<T>): T {
    const [service] = this.services;
    if (!service) throw new Error('The service is not running');
    return service.app.get(token);
  }

  private async published<T>(name: string, idOf: string, id?: string): Promise<T[]> {
    const rows: { payload: T }[] = await this.database.query(
      `SELECT payload FROM outbox WHERE name = $1 AND ($2::text IS NULL OR ${idOf} = $2) ORDER BY seq`,
      [name, id ?? null],
    );
    return rows.map((row) => row.payload);
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

/** Outcomes are published directly and through the outbox. Gateways drop the second one. */
function isRepeatedOutcome(earlier: RequestRecord, { completedAt, sequence }: RequestRecord): boolean {
  return completedAt !== null && earlier.sequence === sequence && earlier.completedAt === completedAt;
}

export function failure(kind: ProviderFailure['kind'] = 'provider'): ProviderFailure {
  return { kind, code: 'E_TEST', message: 'provider message' };
}
