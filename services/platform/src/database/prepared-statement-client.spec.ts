import { Client, Pool, type PoolClient } from 'pg';
import { postgresCommits, postgresRoundTrips } from '../metrics/metrics';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { inBackground } from '../tracing/correlation';
import { UNPREPARED, PreparedStatementClient } from './prepared-statement-client';

describe('PreparedStatementClient', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  beforeEach(() => {
    // A single connection, so that the second statement finds the prepared statement of the first one.
    pool = new Pool({ connectionString: database.adminUrl, max: 1, Client: PreparedStatementClient });
  });

  afterEach(() => pool.end());
  afterAll(() => database.drop());

  const prepared = async (connection: Pool | PoolClient = pool): Promise<string[]> => {
    const { rows } = await connection.query<{ statement: string }>(
      'SELECT statement FROM pg_prepared_statements ORDER BY prepare_time',
    );
    return rows.map(({ statement }) => statement);
  };

  it('a statement with parameters is prepared once and runs with its own values', async () => {
    const text = 'SELECT $1::int + 1 AS next';
    for (const known of [1, 41]) {
      const { rows } = await pool.query<{ next: number }>(text, [known]);
      expect(rows).toEqual([{ next: known + 1 }]);
    }
    expect(await prepared()).toEqual([text]);
  });

  it('a statement with an empty list of parameters is prepared, one without a list is not', async () => {
    await pool.query('SELECT 1');
    await pool.query('SELECT 2', []);
    expect(await prepared()).toEqual(['SELECT 2']);
  });

  it('each connection prepares 500 statements at most, whatever others have prepared', async () => {
    const texts = Array.from({ length: 501 }, (_, number) => `SELECT ${number}`);
    const askAll = async () => {
      const client = await pool.connect();
      for (const text of texts) await client.query(text, []);
      expect(await prepared(client)).toEqual(texts.slice(0, 500));
      client.release(true);
    };
    await askAll();
    await askAll();
  });

  it('count as one round trip each, with or without parameters', async () => {
    await pool.query('SELECT 1');
    const sent = async () => (await postgresRoundTrips.get()).values[0]?.value ?? 0;
    const before = await sent();
    await pool.query('SELECT 1');
    await pool.query('SELECT $1::int AS one', [1]);
    expect((await sent()) - before).toBe(2);
  });

  it('round trips and commits are counted by what caused them', async () => {
    const client = await pool.connect();
    const counts = async (): Promise<number[]> => {
      const of = async (counter: typeof postgresCommits) =>
        (await counter.get()).values.find(({ labels }) => labels.origin === 'refunds')?.value ?? 0;
      return [await of(postgresRoundTrips), await of(postgresCommits)];
    };
    const [sent = 0, committed = 0] = await counts();
    await client.query('SELECT 1');
    await inBackground('refunds', async () => {
      await client.query('SELECT 1');
      for (const statement of ['BEGIN', 'SELECT 1', 'COMMIT']) await client.query(statement);
    });
    client.release();
    expect(await counts()).toEqual([sent + 4, committed + 2]);
  });

  it('a statement with the UNPREPARED prefix is never prepared [P3]', async () => {
    const text = `${UNPREPARED}SELECT $1::int + 1 AS next`;
    for (const known of [1, 41]) expect((await pool.query(text, [known])).rows).toEqual([{ next: known + 1 }]);
    expect(await prepared()).toEqual([]);
  });

  it('a rejected value fails with the code of the server, and the connection stays usable', async () => {
    const divided = pool.query('SELECT 1 / $1::int', [0]);
    await expect(divided).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query('SELECT 4 / $1::int AS half', [2])).rows).toEqual([{ half: 2 }]);
  });

  /** Runs a statement as TypeORM does: the connection returns to its pool even if the statement failed. */
  const queryAsTypeOrm = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    client.once('error', () => undefined);
    return client.query(text, values).finally(() => client.release());
  };

  it.each([
    ['a statement with parameters', 'SELECT pg_sleep($1)', [30]],
    ['a statement without parameters', 'SELECT pg_sleep(30)', undefined],
  ])('%s: a connection that the server terminated is not reused', async (_kind, text, values) => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const cutOff = queryAsTypeOrm(text, values).catch((error: unknown) => error);
    await eventually(async () => {
      const { rows } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await cutOff).toMatchObject({ code: '57P01' });
    expect((await queryAsTypeOrm('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await admin.end();
  });

  it('a connection that is read-only is not used again', async () => {
    await pool.query('CREATE TABLE boats (name text)');
    const write = () => queryAsTypeOrm('INSERT INTO boats VALUES ($1)', ['Ferry']);
    await pool.query('SET default_transaction_read_only = on');
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect((await write()).rowCount).toBe(1);
  });

  it('a statement works again after a migration changed its result columns', async () => {
    await pool.query('CREATE TABLE ships (id int, name text)');
    const ask = () => queryAsTypeOrm('SELECT * FROM ships WHERE id = $1', [1]);
    await pool.query(`INSERT INTO ships VALUES (1, 'Ferry')`);
    await ask();
    await pool.query('ALTER TABLE ships ADD COLUMN length int');
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    expect((await ask()).rows).toEqual([{ id: 1, name: 'Ferry', length: null }]);
  });
});
