import { verifyChain, type Query } from '@luit/platform/audit/verify-chain';
import { migrate } from '@luit/platform/database/migrate';
import { createTestDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { authDatabase } from '../database';
import { AuditChain1765208000000 } from '../migrations/1765208000000-audit-chain';

/** An installation of the version before, whose service owned its log. */
describe('the upgrade of the audit log', () => {
  let database: TestDatabase;
  let service: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    const settings = authDatabase({ url: database.urlOf('auth') });
    const before = settings.migrations.filter((migration) => migration !== AuditChain1765208000000);
    await migrate({ ...settings, migrations: before });
    service = new Client({ connectionString: database.urlOf('auth'), options: '-c search_path=auth' });
    await service.connect();
  });

  afterEach(async () => {
    await service.end();
    await database.drop();
  });

  const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
    (await service.query(sql, values)).rows as Row[];
  const upgrade = () => migrate(authDatabase({ url: database.urlOf('auth') }));

  it('moves every entry with its time, in order, and chains them', async () => {
    const ids = Array.from({ length: 50 }, () => uuidv7());
    for (const [i, id] of ids.entries())
      await service.query(
        `INSERT INTO audit_log (id, admin_email, action, details, created_at)
         VALUES ($1, 'a@example.com', 'user_blocked', '{"reason": "x"}', '2026-01-01'::timestamptz + $2 * interval '1 hour')`,
        [id, i],
      );
    const before = await query('SELECT * FROM audit_log ORDER BY id');
    await upgrade();
    const after = await query(
      'SELECT id, admin_id, admin_email, action, subject, details, created_at FROM audit.entries ORDER BY id',
    );
    expect(after).toEqual(before);
    const order = await query<{ id: string }>('SELECT entry_id AS id FROM audit.chain ORDER BY sequence');
    expect(order.map(({ id }) => id)).toEqual(ids);
    await expect(verifyChain(query)).resolves.toMatchObject({ links: 50, problem: null });
  });

  it('lets a process of the version before write on, into the chain', async () => {
    await upgrade();
    const insert = `INSERT INTO audit_log (id, admin_id, admin_email, action, subject, details, created_at)
      VALUES ($1, DEFAULT, 'a@example.com', 'signed_in', DEFAULT, DEFAULT, DEFAULT)`;
    const id = uuidv7();
    await service.query(insert, [id]);
    await service.query(`${insert} ON CONFLICT DO NOTHING RETURNING details, created_at`, [id]);
    await expect(verifyChain(query)).resolves.toMatchObject({ links: 1, problem: null });
  });
});
