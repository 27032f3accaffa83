import { DataSource, type QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { createIndexConcurrently, dropIndexConcurrently } from './create-index';

describe('createIndexConcurrently', () => {
  let database: TestDatabase;
  let source: DataSource;
  let runner: QueryRunner;
  let other: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    runner = source.createQueryRunner();
    other = new Client({ connectionString: database.adminUrl });
    await other.connect();
    await other.query('CREATE TABLE ships AS SELECT n AS id, n % 10 AS class FROM generate_series(1, 1000) n');
  });
  afterAll(async () => {
    await runner.release();
    await source.destroy();
    await other.end();
    await database.drop();
  });

  const indexes = async () =>
    (
      await other.query<{ name: string; indisvalid: boolean; lock: string }>(
        `SELECT indexrelid::regclass::text AS name, indisvalid, current_setting('lock_timeout') AS lock
           FROM pg_index WHERE indrelid = 'ships'::regclass`,
      )
    ).rows.map(({ name, indisvalid }) => `${name} ${indisvalid ? 'valid' : 'invalid'}`);
  const byClass = { name: 'ships_by_class', definition: 'ON ships (class)' };

  it('creates an index once, and drops it', async () => {
    await createIndexConcurrently(runner, byClass);
    await createIndexConcurrently(runner, byClass);
    expect(await indexes()).toEqual(['ships_by_class valid']);
    await dropIndexConcurrently(runner, byClass.name);
    expect(await indexes()).toEqual([]);
  });

  it('leaves no invalid index if it fails', async () => {
    const unique = { ...byClass, isUnique: true };
    await expect(createIndexConcurrently(runner, unique)).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([]);
  });

  it('replaces the invalid index of a process that was killed, while rows are written', async () => {
    await other.query('BEGIN; INSERT INTO ships VALUES (1001, 1)');
    const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const killed = new Client({ connectionString: database.adminUrl });
    killed.on('error', () => undefined);
    await killed.connect();
    const pid = (await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    const attempt = killed.query('CREATE INDEX CONCURRENTLY ships_by_class ON ships (class)').catch(() => undefined);
    await eventually(async () => {
      const waiting = (await runner.query('SELECT $1 = ANY (pg_blocking_pids($2)) AS "isWaiting"', [
        rows[0]!.pid,
        pid,
      ])) as { isWaiting: boolean }[];
      expect(waiting).toEqual([{ isWaiting: true }]);
    });
    await runner.query('SELECT pg_terminate_backend($1)', [pid]);
    await attempt;
    await other.query('COMMIT');
    expect(await indexes()).toEqual(['ships_by_class invalid']);
    await createIndexConcurrently(runner, byClass);
    expect(await indexes()).toEqual(['ships_by_class valid']);
    expect(await runner.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
  });

  it('refuses a transaction', async () => {
    await runner.startTransaction();
    await expect(createIndexConcurrently(runner, byClass)).rejects.toThrow('transaction = false');
    await runner.rollbackTransaction();
  });
});
