import { mailJob } from '@luit/contracts/auth/mails';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseSettings } from '../database/data-source-options';
import { migrate } from '../migrations/migrate';
import { scheduledRounds } from '../metrics/metrics';
import { DuePoller } from '../scheduling/due-poller';
import { Scheduler } from '../scheduling/scheduler';
import { systemTimers } from '../scheduling/timers';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { messagingMigration } from '../testing/messaging-migration';
import { writeJob } from './outbox';
import { type OutboxRow, takeBatch } from './outbox-batch';
import { OutboxWakeUp } from '../database/outbox-wake-up';
import { OutboxRelay } from './outbox-relay';

/** Polls come a hundred times as often. */
const FAST_TIMERS = { after: (delayMs: number, work: () => void) => systemTimers.after(delayMs / 100, work) };

type Publish = (ids: string[]) => Promise<void>;

describe('the outbox relay', () => {
  let database: TestDatabase;
  let settings: DatabaseSettings;
  let source: DataSource;
  let admin: DataSource;
  let wakeUp: OutboxWakeUp;
  let scheduler: Scheduler;
  const relays: OutboxRelay[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    settings = {
      service: 'generation',
      url: database.urlOf('generation'),
      entities: [],
      migrations: [messagingMigration()],
    };
    await migrate(settings, database.adminUrl);
    wakeUp = new OutboxWakeUp();
    source = await new DataSource(dataSourceOptions(settings, wakeUp)).initialize();
    admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  });
  beforeEach(() => (scheduler = new Scheduler(FAST_TIMERS)));
  afterEach(async () => {
    await scheduler.beforeApplicationShutdown();
    await Promise.all(relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
    await admin.query('TRUNCATE generation.outbox');
  });
  afterAll(async () => {
    await Promise.all([source.destroy(), admin.destroy()]);
    await database.drop();
  });

  /** Starts a relay that publishes to a function. */
  function start(publish: Publish, redisGeneration: string | (() => string) = 'one', ownWakeUp = wakeUp): void {
    const publisher = { publish: (rows: readonly OutboxRow[]) => publish(rows.map(idOf)) };
    const current = typeof redisGeneration === 'string' ? () => redisGeneration : redisGeneration;
    const generation = { current: () => Promise.resolve(current()) };
    const relay = new OutboxRelay(settings, publisher, generation, ownWakeUp, new DuePoller(source, scheduler));
    relays.push(relay);
    relay.onApplicationBootstrap();
  }
  const idOf = ({ payload }: OutboxRow): string => (payload as { id: string }).id;
  const write = (ids: string[]) =>
    source.transaction(async (manager) => {
      for (const id of ids) await writeJob(manager, mailJob, id);
    });
  const waiting = async (): Promise<number> => {
    const [row] = await source.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM outbox WHERE relayed_at IS NULL`,
    );
    return row?.count ?? -1;
  };

  const storedGeneration = async (): Promise<string | null> => {
    const [row] = await source.query<{ redis_generation: string | null }[]>('SELECT redis_generation FROM relay_state');
    return row?.redis_generation ?? null;
  };

  it('publishes rows in the order in which they were written, in batches', async () => {
    const published: string[][] = [];
    const ids = Array.from({ length: 450 }, (_, i) => `job-${i}`);
    await write(ids);
    start((batch) => Promise.resolve(void published.push(batch)));
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(published.flat()).toEqual(ids);
    expect(published.filter((batch) => batch.length > 0)).toHaveLength(3);
  });

  it('the commit of a batch does not wait for the disk, and later transactions do', async () => {
    const client = new Client({ connectionString: settings.url });
    await client.connect();
    const setting = async () => (await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit')).rows;
    await client.query('SET synchronous_commit = on');
    await write(['a']);
    const [row] = await takeBatch(client);
    await client.query('SELECT mark_outbox_batch($1)', [[row?.seq]]);
    expect(await setting()).toEqual([{ synchronous_commit: 'off' }]);
    await client.query('ROLLBACK');
    expect(await setting()).toEqual([{ synchronous_commit: 'on' }]);
    await client.end();
  });

  it('a row whose relay dies after publishing and before the commit is published again', async () => {
    const published: string[][] = [];
    start(async (batch) => {
      if (batch.length === 0) return;
      published.push(batch);
      if (published.length > 1) return;
      await admin.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'generation-relay'
            AND datname = current_database()`,
      );
    });
    await write(['a', 'b']);
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(published).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('rows that cannot be published stay, and are published later', async () => {
    let attempts = 0;
    const published: string[] = [];
    start((batch) => {
      if (batch.length > 0 && (attempts += 1) === 1) return Promise.reject(new Error('Redis is away'));
      return Promise.resolve(void published.push(...batch));
    });
    await write(['a']);
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(published).toEqual(['a']);
    expect(attempts).toBe(2);
  });

  it('commits do not hurry the next attempt after a failure', async () => {
    let failures = 0;
    let isAway = true;
    start((batch) => {
      if (batch.length === 0 || !isAway) return Promise.resolve();
      failures += 1;
      return Promise.reject(new Error('Redis is away'));
    });
    await write(['a']);
    await eventually(() => expect(failures).toBe(1));
    for (let i = 0; i < 20; i += 1) await write([`b${i}`]);
    // Attempts are a second apart.
    expect(failures).toBeLessThanOrEqual(2);
    isAway = false;
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('a connection whose preparation fails is closed', async () => {
    let attempts = 0;
    class FailingOnce extends OutboxWakeUp {
      override async loadFunctions(client: Client): Promise<void> {
        attempts += 1;
        if (attempts === 1) throw new Error('Connection reset');
        await super.loadFunctions(client);
      }
    }
    start(() => Promise.resolve(), 'one', new FailingOnce());
    await eventually(async () => {
      expect(attempts).toBe(2);
      const open = await admin.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE application_name = 'generation-relay' AND datname = current_database()`,
      );
      expect(open).toHaveLength(1);
    });
  });

  it('rows whose marks fail are published again, until they are marked', async () => {
    const rename = (from: string, to: string) =>
      admin.query(`ALTER FUNCTION generation.${from}(bigint[]) RENAME TO ${to}`);
    const published: string[] = [];
    start((batch) => Promise.resolve(void published.push(...batch)));
    await rename('mark_outbox_batch', 'mislaid');
    await write(['a']);
    await eventually(() => expect(published.length).toBeGreaterThan(1));
    await rename('mislaid', 'mark_outbox_batch');
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(new Set(published)).toEqual(new Set(['a']));
  });

  it('a second relay takes other rows while the first one publishes', async () => {
    let release: (() => void) | undefined;
    const published: Record<'first' | 'second', string[]> = { first: [], second: [] };
    start(async (batch) => {
      published.first.push(...batch);
      if (batch.length > 0) await new Promise<void>((resolve) => (release = resolve));
    });
    await write(['a']);
    await eventually(() => expect(published.first).toEqual(['a']));
    start((batch) => Promise.resolve(void published.second.push(...batch)));
    await write(['b']);
    await eventually(() => expect(published.second).toEqual(['b']));
    release?.();
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(published).toEqual({ first: ['a'], second: ['b'] });
  });

  it('after a Redis flush, a relay that dies during the replay leaves the whole replay to the next one', async () => {
    start(() => Promise.resolve());
    await eventually(async () => expect(await storedGeneration()).toBe('one'));
    await Promise.all(relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
    await source.query(
      `INSERT INTO outbox (kind, name, payload, relayed_at)
       SELECT 'job', 'mail', jsonb_build_object('id', 'job-' || n), now() FROM generate_series(1, 2500) n`,
    );

    start((batch) => (batch.length === 0 ? Promise.resolve() : Promise.reject(new Error('Redis is away'))), 'two');
    await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
    await Promise.all(relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
    expect(await storedGeneration()).toBe('one');

    const published = new Set<string>();
    start((batch) => Promise.resolve(batch.forEach((id) => published.add(id))), 'two');
    await eventually(async () => expect(await storedGeneration()).toBe('two'));
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(published.size).toBe(2_500);
  });

  it('a relay that rows keep busy still checks whether Redis was flushed', async () => {
    let checks = 0;
    let written = 0;
    const current = (): string => {
      checks += 1;
      return 'one';
    };
    start(async () => {
      if (checks < 3) await write([String((written += 1))]);
    }, current);
    await eventually(() => expect(checks).toBe(3));
    expect(written).toBeGreaterThan(10);
  });

  it('rows whose process crashed between its commit and its wake-up are found by the next poll', async () => {
    const published: string[] = [];
    start((batch) => Promise.resolve(void published.push(...batch)));
    await write(['a']);
    await eventually(() => expect(published).toEqual(['a']));
    await admin.query(`INSERT INTO generation.outbox (kind, name, payload) VALUES ('job', 'mail', '{"id": "b"}')`);
    await eventually(() => expect(published).toEqual(['a', 'b']));
  });

  it('an idle relay sends no statement', async () => {
    const published: string[] = [];
    start((batch) => Promise.resolve(void published.push(...batch)));
    await write(['a']);
    await eventually(() => expect(published).toEqual(['a']));
    const last = async () => {
      const rows = await admin.query<{ query: string; state: string; at: string }[]>(
        `SELECT query, state, query_start::text AS at FROM pg_stat_activity
          WHERE application_name = 'generation-relay' AND datname = current_database()`,
      );
      return rows[0];
    };
    const polls = async () => {
      const { values } = await scheduledRounds.get();
      return values.find(({ labels }) => labels.name === 'due-work')?.value ?? 0;
    };
    const threePolls = async () => {
      const before = await polls();
      await eventually(async () => expect(await polls()).toBeGreaterThan(before + 3));
    };
    // After a batch, the relay looks for another one before it is idle.
    await threePolls();
    const before = await last();
    expect(before).toMatchObject({ query: expect.stringMatching(/COMMIT;$/) as string, state: 'idle' });
    await threePolls();
    expect(await last()).toEqual(before);
  });
});
