import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseSettings } from '../database/data-source-options';
import { migrate } from '../migrations/migrate';
import { metrics } from '../metrics/metrics';
import { Scheduler } from '../scheduling/scheduler';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { findWrongDeclarations } from '../testing/column-declarations';
import { tablesWithoutRetention } from '../testing/retention';
import { messagingMigration } from '../testing/messaging-migration';
import { daysAgo, deleteBatchSql, type ExpiredRows, firstIdOf } from './expired-rows';
import { RetentionCleaner } from './retention-cleaner';

const NOTES: ExpiredRows = {
  name: 'notes',
  table: 'notes',
  condition: `id < ${firstIdOf(daysAgo(30))}`,
  order: 'id',
};

describe('the retention cleaner', () => {
  let database: TestDatabase;
  let source: DataSource;
  let other: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings: DatabaseSettings = {
      service: 'generation',
      url: database.urlOf('generation'),
      entities: [],
      migrations: [messagingMigration('CREATE TABLE notes (id uuid PRIMARY KEY, text text)')],
    };
    await migrate(settings, database.adminUrl);
    source = await new DataSource(dataSourceOptions(settings)).initialize();
    other = await new DataSource(dataSourceOptions(settings)).initialize();
  });
  beforeEach(() => source.query('DELETE FROM notes'));
  afterAll(async () => {
    await Promise.all([source.destroy(), other.destroy()]);
    await database.drop();
  });

  const cleaner = (expired: ExpiredRows[] = [NOTES], own = source) =>
    new RetentionCleaner('generation', own, new Scheduler(), expired);
  const insert = (count: number, age: string) =>
    source.query(
      `INSERT INTO notes SELECT uuidv7(-$2::interval - i * interval '1 second') FROM generate_series(1, $1) i`,
      [count, age],
    );
  const deleted = async () => {
    const { values } = await metrics.getSingleMetric('luit_expired_rows_deleted_total')!.get();
    return values.find(({ labels }) => labels.service === 'generation' && labels.table === 'notes')?.value ?? 0;
  };
  const count = async () => (await source.query<{ n: number }[]>('SELECT count(*)::int AS n FROM notes'))[0]?.n;

  it('a new table has no retention yet, and the tests of its service name it', async () => {
    const query = (sql: string, values: unknown[]) => source.query<{ name: string }[]>(sql, values);
    expect(await tablesWithoutRetention(query, ['generation'])).toEqual(['generation.notes']);
  });

  it('a new column is not declared as personal or other data yet, and the tests of its service name it', async () => {
    const query = (sql: string, values: unknown[]) => source.query<{ name: string }[]>(sql, values);
    const wrong = await findWrongDeclarations(query, ['generation']);
    expect(wrong.filter((each) => each.endsWith('is not declared'))).toEqual([
      'generation.notes.id is not declared',
      'generation.notes.text is not declared',
    ]);
    expect(wrong).toContain('generation.requests.prompt does not exist');
  });

  it('deletes expired rows in batches and keeps all others', async () => {
    await insert(2_500, '31 days');
    await insert(10, '29 days');
    const before = await deleted();
    const own = cleaner();
    const next = [await own.round(), await own.round(), await own.round()];
    const early = { nextMs: expect.any(Number) as number };
    expect(next).toEqual([early, early, undefined]);
    expect(await count()).toBe(10);
    expect((await deleted()) - before).toBe(2_500);
  });

  it('after a crash another replica continues where the last commit ended', async () => {
    await insert(2_500, '31 days');
    await cleaner().round();
    expect(await count()).toBe(1_500);
    const restarted = cleaner([NOTES], other);
    while (await restarted.round());
    expect(await count()).toBe(0);
  });

  it('deletes nothing while another replica deletes', async () => {
    await insert(1_500, '31 days');
    const deleting = other.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query(deleteBatchSql(NOTES), [1]);
    expect(await cleaner().round()).toBeUndefined();
    await deleting.commitTransaction();
    await deleting.release();
    expect(await count()).toBe(1_499);
    expect(await cleaner().round()).toEqual({ nextMs: expect.any(Number) as number });
  });

  it('skips locked rows instead of waiting for them', async () => {
    await insert(3, '31 days');
    const holder = other.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM notes ORDER BY id LIMIT 1 FOR UPDATE');
    await cleaner().round();
    expect(await count()).toBe(1);
    await holder.rollbackTransaction();
    await holder.release();
  });

  it('a table that fails does not stop the others, and the round fails', async () => {
    await insert(5, '31 days');
    const broken = { ...NOTES, name: 'broken', table: 'no_such_table' };
    await expect(cleaner([broken, NOTES]).round()).rejects.toThrow('broken: relation "no_such_table" does not exist');
    expect(await count()).toBe(0);
  });

  it('reads only the rows that it deletes, regardless of the size of the table', async () => {
    await insert(1_000, '31 days');
    await insert(50_000, '1 day');
    await source.query('ANALYZE notes');
    const plan: { 'QUERY PLAN': string }[] = await source.query(`EXPLAIN ${deleteBatchSql(NOTES)}`, [100]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using notes_pkey');
    expect(text).not.toContain('Seq Scan');
  });
});
