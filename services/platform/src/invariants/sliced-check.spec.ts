import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { Query } from './invariant-monitor';
import { createInvariantsTable } from './invariants-table';
import { sliced, type SlicedCheck } from './sliced-check';
import { firstIdOf } from '../retention/expired-rows';

const AMOUNTS: Omit<SlicedCheck, 'find'> = {
  invariant: 'I1',
  name: 'amounts are positive',
  table: 'amounts',
  key: 'id',
  keyType: 'uuid',
  changed: `SELECT id FROM amounts WHERE id >= ${firstIdOf('$1::timestamptz')} AND id <= ${firstIdOf(`$2::timestamptz + interval '1 second'`)}`,
  slice: 10,
};

describe('a check in slices', () => {
  let database: TestDatabase;
  let client: Client;
  /** Sizes of what `find` got. */
  let found: number[] = [];

  const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rows as Row[];

  /** Without time for more, so that a round checks one slice of the table. */
  const check = sliced(
    {
      ...AMOUNTS,
      find: async (run, keys) => {
        found.push(keys.length);
        const rows = await run<{ id: string }>(`SELECT id FROM amounts WHERE id = ANY ($1::uuid[]) AND amount <= 0`, [
          keys,
        ]);
        return rows.map(({ id }) => id);
      },
    },
    0,
  );
  const round = async () => {
    found = [];
    return check.run(query);
  };
  const insert = async (count: number, age: string): Promise<string[]> => {
    const rows = await query<{ id: string }>(
      `INSERT INTO amounts SELECT uuidv7(-$2::interval + i * interval '1 second'), 1 FROM generate_series(1, $1) i RETURNING id`,
      [count, age],
    );
    return rows.map(({ id }) => id);
  };
  const set = (id: string | undefined, amount: number) =>
    query(`UPDATE amounts SET amount = $2 WHERE id = $1`, [id, amount]);

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    await query('CREATE TABLE amounts (id uuid PRIMARY KEY, amount int NOT NULL)');
    await createInvariantsTable({ query: (sql: string) => query(sql) } as never);
  });
  beforeEach(() => query('TRUNCATE amounts, invariant_passes'));
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('reads one slice of the table per round, and finds a violation in an old row within one pass', async () => {
    const ids = await insert(45, '30 days');
    await set(ids[33], 0);
    const rounds = [];
    for (let i = 0; i < 5; i++) {
      const { violations } = await round();
      rounds.push({ violations, read: Math.max(...found) });
    }
    expect(rounds.map(({ violations }) => violations)).toEqual([0, 0, 0, 1, 1]);
    expect(rounds.map(({ read }) => read)).toEqual([10, 10, 10, 10, 5]);
  });

  it('finds a violation in a row that was written since the last round at once', async () => {
    await insert(45, '30 days');
    await round();
    const [id] = await insert(1, '1 second');
    await set(id, -1);
    expect(await round()).toEqual({ violations: 1, samples: [id] });
  });

  it('reports a violation while it lasts, wherever the pass is, and not longer', async () => {
    const ids = await insert(45, '30 days');
    await set(ids[0], 0);
    expect((await round()).violations).toBe(1);
    expect((await round()).violations).toBe(1);
    await set(ids[0], 1);
    expect((await round()).violations).toBe(0);
  });

  it('begins the next pass when one has ended, and records its end', async () => {
    const ids = await insert(15, '30 days');
    await round();
    await round();
    const [pass] = await query<{ finished: boolean; last_key: string | null }>(
      `SELECT finished_at IS NOT NULL AS finished, last_key FROM invariant_passes`,
    );
    expect(pass).toEqual({ finished: true, last_key: null });
    await set(ids[3], 0);
    expect((await round()).violations).toBe(1);
  });

  it('checks rows with the same key together', async () => {
    await query('CREATE TABLE parts (owner int NOT NULL, part int NOT NULL, PRIMARY KEY (owner, part))');
    await query('INSERT INTO parts SELECT o, p FROM generate_series(1, 25) o, generate_series(1, 3) p');
    const owners: string[] = [];
    const parts = sliced(
      {
        invariant: 'I1',
        name: 'parts',
        table: 'parts',
        key: 'owner::text',
        keyType: 'text',
        slice: 10,
        find: (_query, keys) => Promise.resolve(keys.filter((key) => owners.push(key) < 0)),
      },
      0,
    );
    for (let i = 0; i < 3; i++) await parts.run(query);
    expect([owners.length, new Set(owners).size]).toEqual([25, 25]);
  });
});
