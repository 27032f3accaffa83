import { mailJob } from '@luit/contracts/auth/mails';
import { billingPushes } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { Service } from '@luit/contracts/messages/message';
import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { assertHandlersComplete } from '../bootstrap';
import { withCorrelation, correlationId } from '../tracing/correlation';
import { migrate } from '../migrations/migrate';
import type { DatabaseSettings } from '../database/data-source-options';
import { serviceDatabase } from '../service-database';
import { OnJob } from '../jobs/on-job';
import { Queues } from '../queues/queues';
import { PlatformModule } from '../platform.module';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { messagingMigration } from '../testing/messaging-migration';
import { PushCollector } from '../testing/pushes';
import { startTestRedis, type TestRedis } from '../testing/redis';
import { testConfig } from '../testing/services';
import { OnEvent } from './on-event';
import { metrics } from '../metrics/metrics';
import { writeEvent, writeJob, writePush } from './outbox';

const migration = messagingMigration('CREATE TABLE effects (request_id text NOT NULL, correlation_id text)');

/** Number of deliveries that have begun, and how many of them are to fail. */
const deliveries = { begun: 0, toFail: 0 };

@Injectable()
class SettledHandler {
  @OnEvent(generationEvents.requestSettled)
  async onSettled(payload: { requestId: string }, manager: EntityManager): Promise<void> {
    deliveries.begun += 1;
    await manager.query('INSERT INTO effects VALUES ($1, $2)', [payload.requestId, correlationId()]);
    if (deliveries.toFail-- > 0) throw new Error('fails on purpose');
  }
}

const mails: { id: string; at: number }[] = [];

@Injectable()
class MailHandler {
  @OnJob(mailJob)
  async send(id: string): Promise<JobResult> {
    mails.push({ id, at: Date.now() });
    const isFirst = mails.filter((mail) => mail.id === id).length === 1;
    return isFirst && id === 'twice' ? { action: 'reschedule', delayMs: 30 } : { action: 'done' };
  }
}

@Module({})
class EmptyModule {}

/** Tests name requests; messages carry ids. */
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? ids.set(name, randomUUID()).get(name)!;

const settled = (name: string) => ({
  requestId: idOf(name),
  userId: randomUUID(),
  outcome: 'succeeded' as const,
  credits: 18,
  reason: null,
});

describe('events and jobs through the outbox', () => {
  let redis: TestRedis;
  let database: TestDatabase;
  let generation: INestApplicationContext;
  let billing: INestApplicationContext;
  let worker: INestApplicationContext;

  const settings = (service: 'billing' | 'generation'): DatabaseSettings => ({
    service,
    url: database.urlOf(service),
    pool: 5,
    entities: [],
    migrations: [migration],
  });

  const start = (service: Service, providers: (new () => object)[], own?: DatabaseSettings) =>
    NestFactory.createApplicationContext(
      {
        module: EmptyModule,
        imports: [
          PlatformModule.forRoot({
            service,
            config: testConfig(service, redis.url),
            database: own && serviceDatabase(own, { recordAction: () => Promise.resolve(), expiredRows: [] }),
          }),
        ],
        providers,
      },
      { logger: false },
    );

  const settle = (name: string) =>
    generation
      .get(DataSource)
      .transaction((manager) => writeEvent(manager, generationEvents.requestSettled, settled(name)));

  const effects = async (name: string): Promise<{ correlation_id: string | null }[]> =>
    billing.get(DataSource).query('SELECT correlation_id FROM effects WHERE request_id = $1', [idOf(name)]);

  /** The Redis generation into which generation's outbox was last relayed. */
  const redisGeneration = async (): Promise<string> => {
    const [row] = await generation.get(DataSource).query('SELECT redis_generation FROM relay_state');
    return row.redis_generation;
  };

  beforeAll(async () => {
    [redis, database] = await Promise.all([startTestRedis(), createTestDatabase()]);
    await migrate(settings('generation'), database.adminUrl);
    await migrate(settings('billing'), database.adminUrl);
    generation = await start('generation', [], settings('generation'));
    billing = await start('billing', [SettledHandler], settings('billing'));
    worker = await start('worker', [MailHandler]);
  });

  afterAll(async () => {
    await Promise.all([generation.close(), billing.close(), worker.close()]);
    await Promise.all([redis.stop(), database.drop()]);
  });

  it('an event reaches its subscriber with the correlation id of its cause', async () => {
    await withCorrelation('cause-1', () => settle('a'));
    await eventually(async () => expect(await effects('a')).toEqual([{ correlation_id: 'cause-1' }]));
  });

  it('a transaction that is rolled back publishes nothing', async () => {
    await generation
      .get(DataSource)
      .transaction(async (manager) => {
        await writeJob(manager, mailJob, 'rolled-back');
        throw new Error('rolled back on purpose');
      })
      .catch(() => undefined);
    await generation.get(DataSource).transaction((manager) => writeJob(manager, mailJob, 'after'));
    await eventually(() => expect(mails.map((mail) => mail.id)).toContain('after'));
    expect(mails.map((mail) => mail.id)).not.toContain('rolled-back');
  });

  it('a failed handler is retried, and its partial work is rolled back', async () => {
    deliveries.toFail = 2;
    const before = deliveries.begun;
    await settle('b');
    await eventually(async () => {
      expect(deliveries.begun - before).toBe(3);
      expect(await effects('b')).toHaveLength(1);
    });
  });

  it('the lag metric rises while Redis is unreachable', async () => {
    const lag = async () => {
      const text = await metrics.getSingleMetricAsString('luit_outbox_lag_seconds');
      return Number(/^luit_outbox_lag_seconds (\S+)$/m.exec(text)?.[1]);
    };
    await redis.stop();
    try {
      await settle('waiting');
      // The relay waits for Redis in the middle of a batch; the metric continues to rise.
      await eventually(async () => expect(await lag()).toBeGreaterThan(3));
    } finally {
      await redis.start();
    }
    await eventually(async () => expect(await effects('waiting')).toHaveLength(1));
    await eventually(async () => expect(await lag()).toBe(0));
  });

  it('a Redis flush replays the outbox, and events take effect once [SRV-14]', async () => {
    await settle('c');
    await eventually(async () => expect(await effects('c')).toHaveLength(1));
    const handled = deliveries.begun;
    const before = await redisGeneration();
    await redis.flush();
    await settle('d');
    await eventually(async () => expect(await redisGeneration()).not.toBe(before));
    await eventually(async () => expect(await effects('d')).toHaveLength(1));
    await eventually(async () => {
      const [row] = await generation
        .get(DataSource)
        .query('SELECT count(*)::int AS waiting FROM outbox WHERE relayed_at IS NULL');
      expect(row.waiting).toBe(0);
    });
    await eventually(async () => {
      const counts = await billing.get(Queues).named('events-billing').getJobCounts('wait', 'active', 'delayed');
      expect(counts).toEqual({ wait: 0, active: 0, delayed: 0 });
    });
    expect(await effects('c')).toHaveLength(1);
    expect(deliveries.begun).toBe(handled + 1);
  });

  it('an event that only a newer release declares is skipped and holds nothing up', async () => {
    await generation
      .get(DataSource)
      .query(`INSERT INTO outbox (kind, name, payload) VALUES ('event', 'generation.notYetInvented', '{}')`);
    await settle('behind');
    await eventually(async () => expect(await effects('behind')).toHaveLength(1));
  });

  it('entries of an older and a newer release are handled', async () => {
    const queues = generation.get(Queues);
    const events: Record<string, unknown>[] = [
      { payload: settled('older') },
      { payload: { ...settled('newer'), currency: 'credits' }, correlationId: 'c-newer', schema: 2 },
    ];
    const jobs: Record<string, unknown>[] = [
      { payload: { id: 'older-mail' } },
      { payload: { id: 'newer-mail', locale: 'as' }, correlationId: 'c-newer', schema: 2 },
    ];
    // An unknown event waits for the release that declares it, and holds nothing up.
    const unknown = await queues
      .named('events-billing')
      .add('generation.notYetInvented', { payload: {} }, { jobId: randomUUID() });
    for (const entry of events) {
      const added = { payload: {}, ...entry };
      await queues.named('events-billing').add(generationEvents.requestSettled.name, added, { jobId: randomUUID() });
    }
    for (const entry of jobs) {
      await queues.named(mailJob.name).add(mailJob.name, { payload: {}, ...entry }, { jobId: randomUUID() });
    }
    await settle('own');
    await eventually(async () => {
      expect(await effects('older')).toEqual([{ correlation_id: expect.any(String) as string }]);
      expect(await effects('newer')).toEqual([{ correlation_id: 'c-newer' }]);
      expect(await effects('own')).toHaveLength(1);
      expect(mails.map((mail) => mail.id)).toEqual(expect.arrayContaining(['older-mail', 'newer-mail']));
    });
    expect(['failed', 'delayed', 'waiting', 'active']).toContain(await unknown.getState());
    await eventually(() => unknown.remove());
  });

  it('an event with an invalid field does not reach its handler and holds nothing up', async () => {
    const queue = generation.get(Queues).named('events-billing');
    const begun = deliveries.begun;
    const payload = { ...settled('poison'), credits: 'many' };
    const poison = await queue.add(generationEvents.requestSettled.name, { payload }, { jobId: randomUUID() });
    await settle('after poison');
    await eventually(async () => expect(await effects('after poison')).toHaveLength(1));
    await eventually(async () => expect((await queue.getJob(poison.id!))?.failedReason).toContain('expected number'));
    expect(await effects('poison')).toEqual([]);
    expect(deliveries.begun).toBe(begun + 1);
    await eventually(() => poison.remove());
  });

  it('a batch of pushes is one Redis message, and its rows are deleted and not replayed after a flush', async () => {
    const pushes = await PushCollector.connect(redis.url, 'generation');
    const push = (at: number) => ({ userId: idOf('pushed'), balance, reason: String(at), referenceId: null });
    const { manager } = generation.get(DataSource);
    const balance = { credits: 1, available: 1, held: 0 };
    await manager.transaction(async (transaction) => {
      for (let at = 0; at < 50; at += 1) await writePush(transaction, billingPushes.balanceChanged, push(at));
    });
    const rows = () => manager.query<unknown[]>(`SELECT FROM outbox WHERE kind = 'push'`);
    await eventually(async () => expect(await rows()).toEqual([]));
    expect((await pushes.payloads(billingPushes.balanceChanged)).map(({ reason }) => Number(reason))).toEqual([
      ...Array(50).keys(),
    ]);
    expect(await pushes.countMessages()).toBe(1);
    const before = await redisGeneration();
    await redis.flush();
    await eventually(async () => expect(await redisGeneration()).not.toBe(before));
    expect(await pushes.countMessages()).toBe(1);
    await pushes.close();
  });

  it('events written while Redis is unreachable are delivered later', async () => {
    await redis.stop();
    await settle('e');
    await redis.start();
    await eventually(async () => expect(await effects('e')).toHaveLength(1));
  });

  it('a job can reschedule itself', async () => {
    await generation.get(DataSource).transaction((manager) => writeJob(manager, mailJob, 'twice'));
    await eventually(() => expect(mails.filter((mail) => mail.id === 'twice')).toHaveLength(2));
    const [first, second] = mails.filter((mail) => mail.id === 'twice');
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(30);
  });

  it('promoting a delayed job runs it; promoting an unknown job returns false', async () => {
    const queues = generation.get(Queues);
    await queues.addJob(mailJob, 'later', { delayMs: 3_600_000 });
    expect(await queues.promote(mailJob, 'later')).toBe(true);
    await eventually(() => expect(mails.map((mail) => mail.id)).toContain('later'));
    expect(await queues.promote(mailJob, 'nobody')).toBe(false);
  });

  it('a process without a handler for one of its messages does not start', () => {
    expect(() => assertHandlersComplete('worker', worker, [])).toThrow(
      'worker has no handler for: submit, late-result',
    );
    expect(() => assertHandlersComplete('billing', billing, [])).toThrow('billing.holdCredits');
    expect(() => assertHandlersComplete('generation', generation, [])).toThrow(
      'generation does not reconcile the jobs: submit, late-result, erase',
    );
    expect(() => assertHandlersComplete('gateway', billing, [])).toThrow('generation.requestUpdated');
  });
});
