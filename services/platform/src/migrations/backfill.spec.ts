import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { backfill } from './backfill';
import { createMigrationTables } from './migration-records';

const ROWS = 3_000;

describe('backfill', () => {
  let database: TestDatabase;
  let source: DataSource;
  let runner: QueryRunner;
  let other: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    other = new Client({ connectionString: database.adminUrl });
    await other.connect();
    await createMigrationTables(other);
  });
  afterAll(async () => {
    await other.end();
    await database.drop();
  });
  beforeEach(async () => {
    source = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    runner = source.createQueryRunner();
    await other.query(`
      DROP TABLE IF EXISTS ships; TRUNCATE backfills;
      CREATE TABLE ships (id uuid PRIMARY KEY DEFAULT uuidv7(), class text, changes int NOT NULL DEFAULT 0);
      INSERT INTO ships SELECT FROM generate_series(1, ${ROWS})`);
  });
  afterEach(async () => {
    await runner.release();
    await source.destroy();
  });

  const settings = {
    name: 'classes',
    table: 'ships',
    set: `class = 'A', changes = changes + 1`,
    where: 'class IS NULL',
  };
  const counts = async () =>
    (
      await other.query(
        'SELECT count(class)::int AS done, count(*)::int AS rows, sum(changes)::int AS changes FROM ships',
      )
    ).rows[0] as unknown;
  const progress = async () =>
    (await other.query('SELECT rows::int, finished_at IS NOT NULL AS "isFinished" FROM backfills')).rows[0] as unknown;

  it('changes every row once and remembers that it has finished', async () => {
    expect(await backfill(runner, settings)).toBe(ROWS);
    expect(await backfill(runner, settings)).toBe(0);
    expect(await counts()).toEqual({ done: ROWS, rows: ROWS, changes: ROWS });
    expect(await progress()).toEqual({ rows: ROWS, isFinished: true });
  });

  it('continues after it was killed', async () => {
    const killed = backfill(runner, { ...settings, pauseMs: 500 });
    killed.catch(() => undefined);
    await eventually(async () => expect(await progress()).not.toMatchObject({ rows: 0 }));
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await expect(killed).rejects.toThrow();
    expect(await progress()).toMatchObject({ isFinished: false });
    const again = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    const rest = await backfill(again.createQueryRunner(), settings);
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(ROWS);
    await again.destroy();
    expect(await counts()).toEqual({ done: ROWS, rows: ROWS, changes: ROWS });
    expect(await progress()).toEqual({ rows: ROWS, isFinished: true });
  });

  it('waits for no row while it holds others, and changes a locked row once it is free', async () => {
    await other.query('BEGIN; SELECT FROM ships ORDER BY id LIMIT 1 FOR UPDATE');
    const done = backfill(runner, settings);
    await eventually(async () => expect(await progress()).not.toMatchObject({ rows: 0 }));
    await other.query(`COMMIT`);
    expect(await done).toBe(ROWS);
    expect(await counts()).toEqual({ done: ROWS, rows: ROWS, changes: ROWS });
  });

  it('locks few rows at a time if they take long', async () => {
    await other.query('DELETE FROM ships WHERE id IN (SELECT id FROM ships LIMIT 2700)');
    expect(await backfill(runner, { ...settings, set: `class = 'A' || pg_sleep(0.005)` })).toBe(300);
    const { rows: batches } = await other.query<{ rows: number }>(
      'SELECT count(*)::int AS rows FROM ships GROUP BY xmin::text ORDER BY 1 DESC',
    );
    expect(batches[0]?.rows).toBeLessThanOrEqual(100);
  });

  it('fails if rows stay locked, and if it would not end', async () => {
    const holder = new Client({ connectionString: database.adminUrl });
    await holder.connect();
    await holder.query('BEGIN; SELECT FROM ships ORDER BY id LIMIT 1 FOR UPDATE');
    await expect(backfill(runner, { ...settings, lockRetriesMs: 0 })).rejects.toThrow('keep rows of ships locked');
    await holder.end();
    await expect(backfill(runner, { ...settings, name: 'endless', where: 'id IS NOT NULL' })).rejects.toThrow(
      'endless does not end',
    );
  });

  it('refuses a transaction', async () => {
    await runner.startTransaction();
    await expect(backfill(runner, settings)).rejects.toThrow('transaction = false');
    await runner.rollbackTransaction();
  });
});
