import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { countRows } from './count-rows';

describe('countRows', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.adminUrl });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const query = async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T;

  it.each([
    [0, { total: 0, isTotalCapped: false }],
    [1_000, { total: 1_000, isTotalCapped: false }],
    [1_001, { total: 1_000, isTotalCapped: true }],
    [1_000_000, { total: 1_000, isTotalCapped: true }],
  ])('counts %i rows, at most 1,000 [P3]', async (rows, counted) => {
    expect(await countRows({ query }, 'SELECT FROM generate_series(1, $1::int)', [rows])).toEqual(counted);
  });
});
