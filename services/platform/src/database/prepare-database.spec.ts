import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { SCHEMAS } from './prepare-database';

describe('prepareDatabase', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Connects without startup options, as PgBouncer does. */
  const settingsOf = async (schema: (typeof SCHEMAS)[number]) => {
    const client = new Client({ connectionString: database.urlOf(schema) });
    await client.connect();
    try {
      const { rows } = await client.query(
        `SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS statement,
                current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS lock`,
      );
      return rows[0] as unknown;
    } finally {
      await client.end();
    }
  };

  it.each(SCHEMAS)('a session of the role of %s has its search path and timeouts', async (schema) => {
    expect(await settingsOf(schema)).toEqual({ path: schema, statement: '15s', idle: '15s', lock: '1500ms' });
  });
});
