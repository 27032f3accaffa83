import { mailJob } from '@luit/contracts/auth/mails';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions, type DatabaseSettings } from '../database/data-source-options';
import { migrate } from '../database/migrate';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { createMessagingTables } from './messaging-tables';
import { writeJob } from './outbox';
import { type OutboxRow, takeBatch } from './outbox-batch';
import { OutboxNudge } from './outbox-nudge';
import { OutboxRelay } from './outbox-relay';

class Messaging1700000000000 implements MigrationInterface {
  name = 'Messaging1700000000000';
  up = (runner: QueryRunner): Promise<void> => createMessagingTables(runner);
  down = (): Promise<void> => Promise.resolve();
}

type Publish = (ids: string[]) => Promise<void>;

describe('the outbox relay', () => {
  let database: TestDatabase;
  let settings: DatabaseSettings;
  let source: DataSource;
  let admin: DataSource;
  let nudge: OutboxNudge;
  const relays: OutboxRelay[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    settings = {
      service: 'generation',
      url: database.urlOf('generation'),
      entities: [],
      migrations: [Messaging1700000000000],
    };
    await migrate(settings);
    nudge = new OutboxNudge();
    source = await new DataSource(dataSourceOptions(settings, nudge)).initialize();
    admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.beforeApplicationShutdown()));
    await source.query('TRUNCATE outbox');
  });
  afterAll(async () => {
    await Promise.all([source.destroy(), admin.destroy()]);
    await database.drop();
  });

  /** Starts a relay that publishes to a function. */
  function start(publish: Publish, redisGeneration = 'one'): void {
    const publisher = { publish: (rows: readonly OutboxRow[]) => publish(rows.map(idOf)) };
    const generation = { current: () => Promise.resolve(redisGeneration) };
    const relay = new OutboxRelay(settings, publisher, generation, nudge);
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
    expect(await takeBatch(client, false)).toHaveLength(1);
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

  it('an idle relay only asks whether rows are waiting', async () => {
    start(() => Promise.resolve());
    await eventually(async () => {
      const [relay] = await admin.query<{ query: string }[]>(
        `SELECT query FROM pg_stat_activity
          WHERE application_name = 'generation-relay' AND state = 'idle' AND datname = current_database()`,
      );
      expect(relay?.query).toMatch(/^SELECT EXISTS/);
    });
  });
});
