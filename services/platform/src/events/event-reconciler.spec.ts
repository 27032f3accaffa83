import { acknowledgmentCalls } from '@luit/contracts/messages/acknowledgments';
import { generationEvents } from '@luit/contracts/generation/messages';
import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { DatabaseSettings } from '../database/data-source-options';
import { migrate } from '../migrations/migrate';
import { metrics } from '../metrics/metrics';
import { Queues } from '../queues/queues';
import { serviceDatabase } from '../service-database';
import { PlatformModule } from '../platform.module';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { messagingMigration } from '../testing/messaging-migration';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { startFakeService, testConfig } from '../testing/services';
import { EventReconciler } from './event-reconciler';
import { Inbox } from './inbox';
import { OnEvent } from './on-event';
import { writeEvent } from './outbox';

const migration = messagingMigration('CREATE TABLE effects (request_id uuid NOT NULL)');

@Injectable()
class SettledHandler {
  @OnEvent(generationEvents.requestSettled)
  async onSettled({ requestId }: { requestId: string }, manager: EntityManager): Promise<void> {
    await manager.query('INSERT INTO effects VALUES ($1)', [requestId]);
  }
}

@Module({})
class EmptyModule {}

/** Generation publishes `requestSettled` to billing, which is real, and to auth, whose answer the tests choose. */
describe('reconciling events with their subscribers', () => {
  let redis: TestRedis;
  let database: TestDatabase;
  let generation: INestApplicationContext;
  let billing: INestApplicationContext;
  const fakes: { close(): Promise<void> }[] = [];
  let answerOfAuth: (eventIds: string[]) => string[];

  const settings = (service: 'billing' | 'generation'): DatabaseSettings => ({
    service,
    url: database.urlOf(service),
    pool: 3,
    entities: [],
    migrations: [migration],
  });
  const start = (service: 'billing' | 'generation', providers: (new () => object)[]) =>
    NestFactory.createApplicationContext(
      {
        module: EmptyModule,
        imports: [
          PlatformModule.forRoot({
            service,
            config: testConfig(service, redis.url),
            database: serviceDatabase(settings(service), { recordAction: () => Promise.resolve(), expiredRows: [] }),
          }),
        ],
        providers,
      },
      { logger: false },
    );

  const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    generation.get(DataSource).query<Row[]>(sql, values);
  /** Publishes an event about a new request, and waits until it is in the queues. */
  const settle = async (): Promise<string> => {
    const requestId = randomUUID();
    const payload = { requestId, userId: randomUUID(), outcome: 'succeeded' as const, credits: 18, reason: null };
    await generation
      .get(DataSource)
      .transaction((manager) => writeEvent(manager, generationEvents.requestSettled, payload));
    await eventually(async () => expect(await query(`SELECT FROM outbox WHERE relayed_at IS NULL`)).toEqual([]));
    return requestId;
  };
  const eventOf = async (requestId: string): Promise<string | undefined> => {
    const [row] = await query<{ id: string }>(`SELECT id FROM outbox WHERE payload ->> 'requestId' = $1`, [requestId]);
    return row?.id;
  };
  const effects = (requestId: string): Promise<unknown[]> =>
    billing.get(DataSource).query<unknown[]>('SELECT FROM effects WHERE request_id = $1', [requestId]);
  const handled = (requestId: string) => eventually(async () => expect(await effects(requestId)).toHaveLength(1));
  /** Runs a round in which every event is old enough. */
  const reconcile = async (): Promise<void> => {
    await query(`UPDATE outbox SET relayed_at = relayed_at - interval '1 minute'`);
    await generation.get(EventReconciler).round();
  };
  const redelivered = async (): Promise<number> => {
    const lines = await metrics.getSingleMetricAsString('luit_events_redelivered_total');
    return [...lines.matchAll(/^luit_events_redelivered_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  };

  beforeAll(async () => {
    [redis, database] = await Promise.all([takeTestRedis(), createTestDatabase()]);
    for (const service of ['generation', 'billing'] as const) await migrate(settings(service), database.adminUrl);
    generation = await start('generation', []);
    billing = await start('billing', [SettledHandler]);
    const inbox = billing.get(Inbox);
    fakes.push(
      await startFakeService('billing', redis.url, {
        [acknowledgmentCalls.billing.name]: (request: { eventIds: string[] }) => inbox.listHandled(request),
      }),
      await startFakeService('auth', redis.url, {
        [acknowledgmentCalls.auth.name]: ({ eventIds }: { eventIds: string[] }) => ({
          eventIds: answerOfAuth(eventIds),
        }),
      }),
    );
  });
  beforeEach(async () => {
    answerOfAuth = (eventIds) => eventIds;
    await query('DELETE FROM outbox');
    for (const name of ['events-auth', 'events-billing'])
      await generation.get(Queues).named(name).obliterate({ force: true });
  });
  afterAll(async () => {
    await Promise.all([...fakes.map((fake) => fake.close()), generation.close(), billing.close()]);
    await Promise.all([giveBackTestRedis(redis), database.drop()]);
  });

  it('the row of an event stays until every subscriber has handled it', async () => {
    const requestId = await settle();
    await handled(requestId);
    answerOfAuth = () => [];
    await reconcile();
    expect(await eventOf(requestId)).toBeDefined();
    answerOfAuth = (eventIds) => eventIds;
    await reconcile();
    expect(await eventOf(requestId)).toBeUndefined();
  });

  it('an event that Redis lost is delivered again and takes effect once', async () => {
    const before = await redelivered();
    const queue = generation.get(Queues).named('events-billing');
    await queue.pause();
    const requestId = await settle();
    const eventId = (await eventOf(requestId))!;
    await (await queue.getJob(eventId))!.remove();
    await queue.resume();
    await reconcile();
    await handled(requestId);
    await reconcile();
    await reconcile();
    expect(await effects(requestId)).toHaveLength(1);
    expect(await eventOf(requestId)).toBeUndefined();
    expect(await redelivered()).toBe(before + 1);
  });

  it('an event that still waits in its queue is not delivered again', async () => {
    const before = await redelivered();
    answerOfAuth = () => [];
    const requestId = await settle();
    await handled(requestId);
    await reconcile();
    // No process handles the queue of auth in this test.
    expect(await generation.get(Queues).named('events-auth').getJobCountByTypes('wait')).toBe(1);
    expect(await redelivered()).toBe(before);
    expect(await eventOf(requestId)).toBeDefined();
  });

  it('a subscriber that does not answer keeps its events, and holds up no other subscriber', async () => {
    const queue = generation.get(Queues).named('events-billing');
    await queue.pause();
    const requestId = await settle();
    await (await queue.getJob((await eventOf(requestId))!))!.remove();
    await queue.resume();
    answerOfAuth = () => {
      throw new Error('fails on purpose');
    };
    await reconcile();
    await handled(requestId);
    expect(await eventOf(requestId)).toBeDefined();
  });

  it('an event that only a newer release declares stays', async () => {
    await query(
      `INSERT INTO outbox (kind, name, payload, relayed_at) VALUES ('event', 'generation.notYetInvented', '{}', now())`,
    );
    await reconcile();
    expect(await query(`SELECT name FROM outbox`)).toEqual([{ name: 'generation.notYetInvented' }]);
  });

  it('more events than fit into one call are acknowledged in one round', async () => {
    await query(
      `INSERT INTO outbox (kind, name, payload, relayed_at)
       SELECT 'event', $1, '{}', now() FROM generate_series(1, 1200)`,
      [generationEvents.requestSettled.name],
    );
    await billing
      .get(DataSource)
      .query(`INSERT INTO inbox (event_id) SELECT unnest($1::uuid[])`, [
        (await query<{ id: string }>('SELECT id FROM outbox')).map(({ id }) => id),
      ]);
    await reconcile();
    expect(await query('SELECT FROM outbox')).toEqual([]);
  });
});
