import { createTestDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { Client } from 'pg';
import type { Settings } from '../settings';
import { checkAuditLog } from './audit-log';

describe('the check of the audit log', () => {
  let database: TestDatabase;
  let admin: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    for (let i = 0; i < 3; i++)
      await admin.query(`INSERT INTO audit.entries (admin_email, action) VALUES ('a@example.com', 'user_blocked')`);
  });

  afterEach(async () => {
    await admin.end();
    await database.drop();
  });

  const check = async (changes: Partial<Settings> = {}) =>
    (await checkAuditLog({ ADMIN_DATABASE_URL: database.adminUrl, ...changes } as Settings)).map(
      ({ level, message }) => `${level}: ${message}`,
    );
  const withoutTriggers = async (table: string, sql: string) => {
    await admin.query(`ALTER TABLE audit.${table} DISABLE TRIGGER ALL`);
    await admin.query(sql);
    await admin.query(`ALTER TABLE audit.${table} ENABLE TRIGGER ALL`);
  };

  it('names the newest link of an intact log', async () => {
    const { rows } = await admin.query<{ hash: string }>('SELECT hash FROM audit.head');
    const newest = `3:${rows[0]?.hash}`;
    expect(await check()).toEqual([`ok: All 3 audit log entries are intact. The newest link is ${newest}`]);
    const [sequence, hash] = [3, rows[0]?.hash ?? ''];
    expect(await check({ AUDIT_ANCHOR: { sequence, hash } })).toEqual([expect.stringMatching(/^ok: /)]);
  });

  it('reports a changed entry', async () => {
    await withoutTriggers('entries', `UPDATE audit.entries SET action = 'signed_in'`);
    expect(await check()).toEqual([expect.stringMatching(/^error: The audit log is broken: link 1 \(.*was changed$/)]);
  });

  it('reports a chain that was cut off behind a recorded link', async () => {
    const { rows } = await admin.query<{ hash: string }>('SELECT hash FROM audit.head');
    await withoutTriggers(
      'entries',
      'DELETE FROM audit.entries WHERE id = (SELECT max(id::text)::uuid FROM audit.entries)',
    );
    await withoutTriggers('chain', 'DELETE FROM audit.chain WHERE sequence = 3');
    await admin.query('UPDATE audit.head SET sequence = 2, hash = (SELECT hash FROM audit.chain WHERE sequence = 2)');
    expect(await check()).toEqual([expect.stringMatching(/^ok: All 2 /)]);
    expect(await check({ AUDIT_ANCHOR: { sequence: 3, hash: rows[0]?.hash ?? '' } })).toEqual([
      'error: The audit log is broken: links 3 to 3 are missing: the end of the chain was cut off',
    ]);
  });

  it('reports a disabled trigger', async () => {
    await admin.query('ALTER TABLE audit.chain DISABLE TRIGGER chain_only_grows');
    expect(await check()).toContainEqual(
      'error: The audit log is not protected: its trigger chain_only_grows is missing or disabled',
    );
  });

  it('reports a service that can change entries', async () => {
    await admin.query('GRANT UPDATE ON audit.head TO luit_billing');
    expect(await check()).toContainEqual('error: The audit log is not protected: luit_billing can change it');
  });
});
