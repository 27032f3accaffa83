import { Client, Pool } from 'pg';
import { postgresRoundTrips } from '../health/metrics';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { UNPREPARED, PreparedStatementClient } from './prepared-statement-client';

describe('statements with parameters', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  beforeEach(() => {
    // One connection, so that the second statement meets what the first one left.
    pool = new Pool({ connectionString: database.adminUrl, max: 1, Client: PreparedStatementClient });
  });

  afterEach(() => pool.end());
  afterAll(() => database.drop());

  const prepared = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };

  it('are prepared once, and answered by what they are asked with', async () => {
    const text = 'SELECT $1::int + 1 AS next';
    for (const known of [1, 41]) {
      const { rows } = await pool.query<{ next: number }>(text, [known]);
      expect(rows).toEqual([{ next: known + 1 }]);
    }
    expect(await prepared()).toEqual([text]);
  });

  it('are not prepared where they have none', async () => {
    await pool.query('SELECT 1');
    expect(await prepared()).toEqual([]);
  });

  it('count as one round trip each, with or without parameters', async () => {
    await pool.query('SELECT 1');
    const sent = async () => (await postgresRoundTrips.get()).values[0]?.value ?? 0;
    const before = await sent();
    await pool.query('SELECT 1');
    await pool.query('SELECT $1::int AS one', [1]);
    expect((await sent()) - before).toBe(2);
  });

  it('P3: are planned by their values each time where they say so', async () => {
    const text = `${UNPREPARED}SELECT $1::int + 1 AS next`;
    for (const known of [1, 41]) expect((await pool.query(text, [known])).rows).toEqual([{ next: known + 1 }]);
    expect(await prepared()).toEqual([]);
  });

  it('keep what the server says of a value that is refused', async () => {
    const divided = pool.query('SELECT 1 / $1::int', [0]);
    await expect(divided).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query('SELECT 4 / $1::int AS half', [2])).rows).toEqual([{ half: 2 }]);
  });

  /** As TypeORM does: the connection goes back to its pool whatever became of the statement. */
  const askAsTypeOrm = async (text: string, values?: unknown[]) => {
    const client = await pool.connect();
    client.once('error', () => undefined);
    return client.query(text, values).finally(() => client.release());
  };

  it.each([
    ['with parameters', 'SELECT pg_sleep($1)', [30]],
    ['without', 'SELECT pg_sleep(30)', undefined],
  ])('%s: a connection that the server ended is not used again', async (_kind, text, values) => {
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const cutOff = askAsTypeOrm(text, values).catch((error: unknown) => error);
    await eventually(async () => {
      const { rows } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await cutOff).toMatchObject({ code: '57P01' });
    expect((await askAsTypeOrm('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await admin.end();
  });

  it('work again after a migration changed the columns they answer', async () => {
    await pool.query('CREATE TABLE ships (id int, name text)');
    const ask = () => askAsTypeOrm('SELECT * FROM ships WHERE id = $1', [1]);
    await pool.query(`INSERT INTO ships VALUES (1, 'Ferry')`);
    await ask();
    await pool.query('ALTER TABLE ships ADD COLUMN length int');
    await expect(ask()).rejects.toMatchObject({ code: '0A000' });
    expect((await ask()).rows).toEqual([{ id: 1, name: 'Ferry', length: null }]);
  });
});
