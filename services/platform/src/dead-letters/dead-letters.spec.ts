import { mailJob } from '@luit/contracts/auth/mails';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { Service } from '@luit/contracts/messages/message';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { DatabaseSettings } from '../database/data-source-options';
import { migrate } from '../migrations/migrate';
import { serviceDatabase } from '../service-database';
import { Inbox } from '../events/inbox';
import { createMessagingTables } from '../events/messaging-tables';
import { OnEvent } from '../events/on-event';
import { deadLetterSources, repeatedFailures } from '../metrics/metrics';
import { RetentionCleaner } from '../retention/retention-cleaner';
import { writeEvent, writeJob } from '../events/outbox';
import { OnJob } from '../jobs/on-job';
import { MAX_EVENT_ATTEMPTS } from '../jobs/queue-consumers';
import { MAX_ENTRY_LENGTH, Queues } from '../queues/queues';
import { PlatformModule, REDIS } from '../platform.module';
import type { SchemaMigration } from '../database/schema-migration';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { startFakeService, testConfig } from '../testing/services';
import type { Redis } from 'ioredis';
import { DeadLetterReplays } from './dead-letter-replays';
import { DeadLetters } from './dead-letters';

class Messaging1700000000000 implements SchemaMigration {
  name = 'Messaging1700000000000';
  worksWith = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query('CREATE TABLE effects (request_id uuid NOT NULL)');
  }

  async down(): Promise<void> {}
}

/** Requests whose event fails. */
const failing = new Set<string>();

@Injectable()
class SettledHandler {
  @OnEvent(generationEvents.requestSettled)
  async onSettled({ requestId }: { requestId: string }, manager: EntityManager): Promise<void> {
    if (failing.has(requestId)) throw new Error('fails on purpose');
    await manager.query('INSERT INTO effects VALUES ($1)', [requestId]);
  }
}

const mails: string[] = [];

@Injectable()
class MailHandler {
  @OnJob(mailJob)
  send(id: string): Promise<JobResult> {
    mails.push(id);
    return Promise.resolve({ action: 'done' });
  }
}

@Module({})
class EmptyModule {}

const GARBAGE = [
  'null',
  '17',
  '"text"',
  '[]',
  '{}',
  '{"payload":',
  '',
  'not JSON',
  '{"payload":{},"correlationId":{}}',
];

describe('messages that cannot be published or handled', () => {
  let redis: TestRedis;
  let database: TestDatabase;
  let generation: INestApplicationContext;
  let billing: INestApplicationContext;
  let worker: INestApplicationContext;
  let auth: { close(): Promise<void> };
  const reported: { queue: string; entryId: string }[] = [];
  const actions: { action: string; subject: string | null; details: Record<string, string> }[] = [];

  const settings = (service: 'billing' | 'generation'): DatabaseSettings => ({
    service,
    url: database.urlOf(service),
    pool: 5,
    entities: [],
    migrations: [Messaging1700000000000],
  });
  const start = (service: Service, providers: (new () => object)[], own?: DatabaseSettings) =>
    NestFactory.createApplicationContext(
      {
        module: EmptyModule,
        imports: [
          PlatformModule.forRoot({
            service,
            config: testConfig(service, redis.url),
            database:
              own &&
              serviceDatabase(own, {
                recordAction: (_manager, action) => Promise.resolve(void actions.push(action)),
                expiredRows: [],
              }),
          }),
        ],
        providers,
      },
      { logger: false },
    );
  const query = <Row>(sql: string, values: unknown[] = [], of = generation): Promise<Row[]> =>
    of.get(DataSource).query<Row[]>(sql, values);
  const deadLetters = async (of: INestApplicationContext) => (await of.get(DeadLetters).list({ limit: 100 })).items;
  const admin = { adminId: randomUUID(), reason: 'A bug was fixed' };

  beforeAll(async () => {
    [redis, database] = await Promise.all([takeTestRedis(), createTestDatabase()]);
    for (const service of ['generation', 'billing'] as const) await migrate(settings(service), database.adminUrl);
    generation = await start('generation', [], settings('generation'));
    billing = await start('billing', [SettledHandler], settings('billing'));
    worker = await start('worker', [MailHandler]);
    auth = await startFakeService('auth', redis.url, {
      [deadLetterCalls.auth.record.name]: (entry: { queue: string; entryId: string }) => {
        reported.push(entry);
        return {};
      },
    });
  });
  beforeEach(async () => {
    for (const service of [generation, billing]) {
      await query('DELETE FROM dead_letters', [], service);
      await query('DELETE FROM outbox', [], service);
    }
    actions.splice(0);
    failing.clear();
  });
  afterAll(async () => {
    await Promise.all([generation.close(), billing.close(), worker.close(), auth.close()]);
    await Promise.all([giveBackTestRedis(redis), database.drop()]);
  });

  const settled = (requestId: string) => ({
    requestId,
    userId: randomUUID(),
    outcome: 'succeeded' as const,
    credits: 18,
    reason: null,
  });
  const effects = (requestId: string) => query('SELECT FROM effects WHERE request_id = $1', [requestId], billing);

  describe('in the outbox', () => {
    const insert = (kind: string, name: string, payload: string, options: string | null = null) =>
      query(`INSERT INTO outbox (kind, name, payload, options) VALUES ($1, $2, $3, $4)`, [
        kind,
        name,
        payload,
        options,
      ]);

    it('rows that can never be published are set aside, and the rows behind them are published', async () => {
      const faults: [string, string, string, string | null, string][] = [
        ['job', 'mail', 'null', null, 'invalid'],
        ['job', 'mail', '17', null, 'invalid'],
        ['job', 'mail', '[]', null, 'invalid'],
        ['job', 'mail', '{}', null, 'invalid'],
        ['job', 'mail', '{"id":null}', null, 'invalid'],
        ['job', 'mail', '{"id":"17"}', null, 'invalid'],
        ['job', 'mail', '{"id":"a:b"}', null, 'invalid'],
        ['job', 'mail', '{"id":"a"}', '{"priority":-1}', 'invalid'],
        ['job', 'mail', '{"id":"a"}', '{"priority":1.5}', 'invalid'],
        ['job', 'mail', '{"id":"a"}', '{"delayMs":"soon"}', 'invalid'],
        ['job', 'mail', '{"id":"a"}', '[]', 'invalid'],
        ['job', '', '{"id":"a"}', null, 'undeclared'],
        ['job', 'a:b', '{"id":"a"}', null, 'undeclared'],
        ['job', 'not-yet-invented', '{"id":"a"}', null, 'undeclared'],
        ['event', generationEvents.requestSettled.name, '"text"', null, 'invalid'],
        ['event', generationEvents.requestSettled.name, `{"x":"${'x'.repeat(MAX_ENTRY_LENGTH)}"}`, null, 'too_large'],
      ];
      for (const [kind, name, payload, options] of faults) await insert(kind, name, payload, options);
      const behind = randomUUID();
      await generation.get(DataSource).transaction(async (manager) => {
        await writeEvent(manager, generationEvents.requestSettled, settled(behind));
        await writeJob(manager, mailJob, `mail-${behind}`);
      });
      await eventually(async () => expect(await effects(behind)).toHaveLength(1));
      await eventually(() => expect(mails).toContain(`mail-${behind}`));
      const found = await deadLetters(generation);
      expect(found.map(({ kind, name, reason }) => [kind, name, reason]).sort()).toEqual(
        faults.map(([kind, name, , , reason]) => [kind, name, reason]).sort(),
      );
      expect(await query(`SELECT FROM outbox WHERE relayed_at IS NULL`)).toEqual([]);
    });

    it('a job that only a newer release declares is replayed once this release declares it', async () => {
      await insert('job', 'not-yet-invented', '{"id":"later"}');
      await eventually(async () => expect(await deadLetters(generation)).toHaveLength(1));
      await generation.get(DeadLetterReplays).round();
      expect(await deadLetters(generation)).toHaveLength(1);
      await query(`UPDATE dead_letters SET name = 'mail'`);
      await generation.get(DeadLetterReplays).round();
      await eventually(() => expect(mails).toContain('later'));
      expect(await deadLetters(generation)).toEqual([]);
    });

    it('an event that no one has acknowledged for two days is set aside', async () => {
      await query(
        `INSERT INTO outbox (kind, name, payload, created_at, relayed_at)
         VALUES ('event', 'generation.requestSettled', '{}', now() - interval '49 hours', now())`,
      );
      await generation.get(RetentionCleaner).round();
      expect(await deadLetters(generation)).toMatchObject([{ reason: 'unacknowledged', source: 'outbox' }]);
      expect(await query('SELECT FROM outbox')).toEqual([]);
    });

    it('a replayed row is published again, and the action is audited', async () => {
      await insert('job', 'mail', '{"id":"fixed"}', '{"priority":-1}');
      await eventually(async () => expect(await deadLetters(generation)).toHaveLength(1));
      await query(`UPDATE dead_letters SET options = NULL`);
      const [letter] = await deadLetters(generation);
      const { id, entryId } = letter!;
      await generation.get(DeadLetterReplays).replay({ id, ...admin });
      await eventually(() => expect(mails).toContain('fixed'));
      expect(actions).toEqual([
        {
          adminId: admin.adminId,
          action: 'dead_letter_replayed',
          subject: 'mail',
          details: { reason: admin.reason, entry: entryId },
        },
      ]);
      await expect(generation.get(DeadLetterReplays).replay({ id, ...admin })).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });

  describe('in a queue', () => {
    const raw = (queue: string): Redis => (queue === 'mail' ? worker : billing).get<Redis>(REDIS);
    /** Adds an entry and replaces its data as a bug or an intruder would. */
    const addRaw = async (queue: string, name: string, data: string): Promise<string> => {
      const id = randomUUID();
      const target = generation.get(Queues).named(queue);
      const entry = await target.add(name, { payload: {} }, { jobId: id, delay: 3_600_000 });
      await raw(queue).hset(`bull:{${queue}}:${queue}:${id}`, 'data', data);
      await entry.promote();
      return id;
    };
    const isGone = async (queue: string, id: string) =>
      expect(await generation.get(Queues).named(queue).getJobState(id)).toBe('unknown');

    it('unreadable events are set aside at once, and the events behind them are handled', async () => {
      const ids: string[] = [];
      for (const data of GARBAGE) ids.push(await addRaw('events-billing', generationEvents.requestSettled.name, data));
      const behind = randomUUID();
      await generation
        .get(DataSource)
        .transaction((manager) => writeEvent(manager, generationEvents.requestSettled, settled(behind)));
      await eventually(async () => expect(await effects(behind)).toHaveLength(1));
      await eventually(async () =>
        expect((await deadLetters(billing)).map(({ entryId }) => entryId).sort()).toEqual([...ids].sort()),
      );
      for (const id of ids) await eventually(() => isGone('events-billing', id));
    });

    it('unreadable jobs are reported to the service that reconciles them, and the jobs behind them are done', async () => {
      const ids: string[] = [];
      for (const data of [...GARBAGE, '{"payload":null}', '{"payload":{"id":7}}'])
        ids.push(await addRaw('mail', 'mail', data));
      const behind = randomUUID();
      await generation.get(DataSource).transaction((manager) => writeJob(manager, mailJob, behind));
      await eventually(() => expect(mails).toContain(behind));
      await eventually(() =>
        expect(reported.map(({ queue, entryId }) => `${queue} ${entryId}`).sort()).toEqual(
          ids.map((id) => `mail ${id}`).sort(),
        ),
      );
      for (const id of ids) await eventually(() => isGone('mail', id));
    });

    /** Publishes an event whose handler fails, by default at its last attempt. */
    const fail = async (requestId: string, failures = MAX_EVENT_ATTEMPTS - 1): Promise<string> => {
      failing.add(requestId);
      const queue = generation.get(Queues).named('events-billing');
      const id = randomUUID();
      await queue.add(
        generationEvents.requestSettled.name,
        { payload: settled(requestId) },
        { jobId: id, delay: 3_600_000 },
      );
      await raw('events-billing').hset(`bull:{events-billing}:events-billing:${id}`, 'atm', failures);
      await (await queue.getJob(id))!.promote();
      return id;
    };

    it('only the failures of an entry that has failed five times before are counted', async () => {
      const failures = async () =>
        (await repeatedFailures.get()).values.find(({ labels }) => labels.queue === 'events-billing')?.value ?? 0;
      const before = await failures();
      const requestId = randomUUID();
      const queue = generation.get(Queues).named('events-billing');
      const id = await fail(requestId, 4);
      await eventually(async () => expect(await queue.getJobState(id)).toBe('delayed'));
      expect(await failures()).toBe(before);
      await (await queue.getJob(id))!.promote();
      await eventually(async () => expect(await failures()).toBe(before + 1));
      failing.clear();
      await eventually(async () => expect(await queue.getJobState(id)).toBe('delayed'));
      await (await queue.getJob(id))!.promote();
      await eventually(async () => expect(await effects(requestId)).toHaveLength(1));
    });

    it('an event whose handler failed at every attempt is set aside and counts as acknowledged', async () => {
      const requestId = randomUUID();
      const id = await fail(requestId);
      await eventually(async () => expect(await deadLetters(billing)).toHaveLength(1));
      const [letter] = await deadLetters(billing);
      expect(letter).toMatchObject({
        entryId: id,
        reason: 'failed',
        error: 'fails on purpose',
        attempts: MAX_EVENT_ATTEMPTS,
      });
      expect(letter?.preview).toContain(requestId);
      expect(letter?.preview).not.toContain('succeeded');
      const inbox = billing.get(Inbox);
      expect(await inbox.listHandled({ eventIds: [id] })).toEqual({ eventIds: [id] });
      await eventually(() => isGone('events-billing', id));
    });

    it('a replayed event takes effect once and leaves the dead letters', async () => {
      const requestId = randomUUID();
      await fail(requestId);
      await eventually(async () => expect(await deadLetters(billing)).toHaveLength(1));
      const { id } = (await deadLetters(billing))[0]!;
      failing.clear();
      await billing.get(DeadLetterReplays).replay({ id, ...admin });
      await billing.get(DeadLetterReplays).replay({ id, ...admin });
      await eventually(async () => expect(await effects(requestId)).toHaveLength(1));
      await billing.get(DeadLetterReplays).round();
      expect(await deadLetters(billing)).toEqual([]);
      expect(await effects(requestId)).toHaveLength(1);
    });

    it('a replayed event that Redis loses is delivered again', async () => {
      const requestId = randomUUID();
      await fail(requestId);
      await eventually(async () => expect(await deadLetters(billing)).toHaveLength(1));
      failing.clear();
      await query(`UPDATE dead_letters SET replayed_at = now()`, [], billing);
      await billing.get(DeadLetterReplays).round();
      await eventually(async () => expect(await effects(requestId)).toHaveLength(1));
    });

    it('a discarded event is never delivered again', async () => {
      const id = await fail(randomUUID());
      await eventually(async () => expect(await deadLetters(billing)).toHaveLength(1));
      const [letter] = await deadLetters(billing);
      await billing.get(DeadLetterReplays).discard({ id: letter!.id, ...admin });
      expect(await deadLetters(billing)).toEqual([]);
      expect(await query('SELECT FROM inbox WHERE event_id = $1', [id], billing)).toHaveLength(1);
      expect(actions.map(({ action }) => action)).toEqual(['dead_letter_discarded']);
    });
  });

  it('the metric counts messages that an operator has to decide on', async () => {
    const insert = (reason: string, age: string, replayedAt: string) =>
      query(
        `INSERT INTO dead_letters (source, kind, name, entry_id, reason, error, first_seen_at, set_aside_at, replayed_at)
         VALUES ('outbox', 'job', 'mail', gen_random_uuid(), $1, 'x', now(), now() - $2::interval, ${replayedAt})`,
        [reason, age],
        billing,
      );
    const measured = () => deadLetterSources.get('billing')?.();
    await insert('undeclared', '1 minute', 'NULL');
    await insert('failed', '1 minute', 'now()');
    expect(await measured()).toBe(0);
    await insert('undeclared', '3 minutes', 'NULL');
    await insert('failed', '1 second', 'NULL');
    expect(await measured()).toBe(2);
  });

  it('operators are alerted after two minutes, and the table is bounded in age and size', async () => {
    const letters = (age: string, count: number) =>
      query(
        `INSERT INTO dead_letters (source, kind, name, entry_id, reason, error, first_seen_at, set_aside_at)
         SELECT 'queue', 'event', 'generation.requestSettled', gen_random_uuid(), 'failed', 'x', now(), now() - $1::interval
           FROM generate_series(1, $2)`,
        [age, count],
        billing,
      );
    const alerts = () => billing.get(DeadLetters).alertCauses();
    await letters('1 minute', 1);
    expect(await alerts()).toEqual([]);
    await letters('3 minutes', 2);
    expect(await alerts()).toMatchObject([{ kind: 'dead_letters', subject: 'billing' }]);
    await letters('31 days', 1);
    await letters('1 hour', 10_010);
    await billing.get(DeadLetterReplays).round();
    const { total } = await billing.get(DeadLetters).list({ limit: 1 });
    expect(total).toBe(10_000);
    expect(
      await query(`SELECT FROM dead_letters WHERE set_aside_at < now() - interval '30 days'`, [], billing),
    ).toEqual([]);
  });
});
