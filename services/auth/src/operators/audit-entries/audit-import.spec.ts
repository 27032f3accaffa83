import { verifyChain, type Query } from '@luit/platform/audit/verify-chain';
import { createMigratedDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { authDatabase } from '../../database';

describe('audit log import', () => {
  let database: TestDatabase;
  let service: Client;

  beforeEach(async () => {
    database = await createMigratedDatabase('auth', (url) => authDatabase({ url }));
    service = new Client({ connectionString: database.urlOf('auth') });
    await service.connect();
  });

  afterEach(async () => {
    await service.end();
    await database.drop();
  });

  const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
    (await service.query(sql, values)).rows as Row[];
  const COLUMNS = 'id, admin_id, admin_email, action, subject, details, created_at';

  it('entries imported into an empty log in one transaction keep their times and are chained in order', async () => {
    const ids = Array.from({ length: 50 }, () => uuidv7());
    await service.query('CREATE TEMPORARY TABLE old_entries (LIKE audit.entries)');
    for (const [i, id] of ids.entries())
      await service.query(
        `INSERT INTO old_entries (id, admin_email, action, details, created_at)
         VALUES ($1, 'a@example.com', 'user_blocked', '{"reason": "x"}', '2026-01-01'::timestamptz + $2 * interval '1 hour')`,
        [id, i],
      );
    const before = await query(`SELECT ${COLUMNS} FROM old_entries ORDER BY id`);
    await service.query(
      `INSERT INTO audit.entries (${COLUMNS}) SELECT ${COLUMNS} FROM old_entries ORDER BY created_at, id`,
    );
    expect(await query(`SELECT ${COLUMNS} FROM audit.entries ORDER BY id`)).toEqual(before);
    const order = await query<{ id: string }>('SELECT entry_id AS id FROM audit.chain ORDER BY sequence');
    expect(order.map(({ id }) => id)).toEqual(ids);
    await expect(verifyChain(query)).resolves.toMatchObject({ links: 50, problem: null });
  });
});
