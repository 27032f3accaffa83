import { createTestDatabase, type TestDatabase } from '../testing/database';
import { Client, Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { verifyChain, type ChainLink, type Query, type Verification } from './verify-chain';

/** The changes that the service's role can make to the audit log, and the changes by more privileged roles that the chain reveals. */
describe('the audit chain', () => {
  let database: TestDatabase;
  let service: Client;
  let admin: Client;
  let other: Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    service = new Client({ connectionString: database.urlOf('auth') });
    other = new Client({ connectionString: database.urlOf('billing') });
    admin = new Client({ connectionString: database.adminUrl });
    await Promise.all([service.connect(), other.connect(), admin.connect()]);
  });

  afterEach(async () => {
    await Promise.all([service.end(), other.end(), admin.end()]);
    await database.drop();
  });

  const append = (subject = uuidv7(), client: Pick<Client, 'query'> = service) =>
    client.query(
      `INSERT INTO audit.entries (id, admin_id, admin_email, action, subject, details)
       VALUES ($1, $2, 'operator@example.com', 'user_blocked', $3, '{"reason": "chargebacks"}')`,
      [uuidv7(), uuidv7(), subject],
    );
  const query: Query = async <Row>(sql: string, values: unknown[] = []) =>
    (await admin.query(sql, values)).rows as Row[];
  const verify = (anchor?: ChainLink): Promise<Verification> => verifyChain(query, { anchor });
  /** Changes rows as a more privileged role could: with triggers disabled. */
  const tamper = async (sql: string) => {
    await admin.query(`SET session_replication_role = 'replica'`);
    for (const table of ['entries', 'chain']) await admin.query(`ALTER TABLE audit.${table} DISABLE TRIGGER ALL`);
    await admin.query(sql);
    for (const table of ['entries', 'chain']) await admin.query(`ALTER TABLE audit.${table} ENABLE TRIGGER ALL`);
  };

  it('an empty chain is intact, and concurrent inserts leave no gaps', async () => {
    await expect(verify()).resolves.toMatchObject({ links: 0, problem: null });
    const pool = new Pool({ connectionString: database.urlOf('auth'), max: 20 });
    await Promise.all(Array.from({ length: 200 }, (_, i) => append(`subject ${i}`, pool)));
    await pool.end();
    await expect(verify()).resolves.toMatchObject({ links: 200, head: { sequence: 200 }, problem: null });
  });

  it('a rolled-back entry uses no sequence number, and a duplicate entry gets no second link', async () => {
    await append();
    await service.query('BEGIN');
    await append();
    await service.query('ROLLBACK');
    const id = uuidv7();
    for (let i = 0; i < 2; i++)
      await service.query(
        `INSERT INTO audit.entries (id, admin_email, action) VALUES ($1, 'a', 'b') ON CONFLICT DO NOTHING`,
        [id],
      );
    await expect(verify()).resolves.toMatchObject({ links: 2, problem: null });
  });

  it('an open transaction does not block another one that appends', async () => {
    const second = new Client({ connectionString: database.urlOf('auth') });
    await second.connect();
    await service.query('BEGIN');
    await append();
    await append('inside', second);
    await service.query('COMMIT');
    await second.end();
    await expect(verify()).resolves.toMatchObject({ links: 2, problem: null });
  });

  it('after its first link the chain ignores the time that an entry brings', async () => {
    const insert = (time: string) =>
      service.query<{ time: Date }>(
        `INSERT INTO audit.entries (admin_email, action, created_at) VALUES ('a', 'b', $1) RETURNING created_at AS time`,
        [time],
      );
    const moved = await insert('2020-01-01T00:00:00Z');
    const forged = await insert('2020-01-01T00:00:00Z');
    expect(moved.rows[0]?.time.getUTCFullYear()).toBe(2020);
    expect(Date.now() - (forged.rows[0]?.time.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it.each([
    `UPDATE audit.entries SET admin_email = 'x'`,
    'DELETE FROM audit.entries',
    'TRUNCATE audit.entries',
    `INSERT INTO audit.entries (admin_email, action, salt) VALUES ('x', 'x', NULL)`,
    'ALTER TABLE audit.entries DISABLE TRIGGER ALL',
    'ALTER TABLE audit.entries OWNER TO CURRENT_USER',
    'ALTER TABLE audit.entries ADD COLUMN more text',
    'DROP TABLE audit.entries',
    'DROP TRIGGER link_entry ON audit.entries',
    'CREATE TRIGGER mine BEFORE INSERT ON audit.entries FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    `CREATE RULE mine AS ON INSERT TO audit.entries DO INSTEAD NOTHING`,
    `INSERT INTO audit.chain VALUES (1, uuidv7(), now(), 'x', 'x', 'x')`,
    'UPDATE audit.chain SET hash = hash',
    'DELETE FROM audit.chain',
    'TRUNCATE audit.chain',
    'UPDATE audit.head SET sequence = 0',
    'DELETE FROM audit.head',
    'SELECT FROM audit.head FOR UPDATE',
    'DO $$ BEGIN LOCK TABLE audit.chain IN ACCESS EXCLUSIVE MODE; END $$',
    'DROP FUNCTION audit.link_entry() CASCADE',
    `ALTER FUNCTION audit.link_entry() SET search_path = auth`,
    `CREATE OR REPLACE FUNCTION audit.link_entry() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'CREATE TRIGGER mine AFTER INSERT ON auth.bait FOR EACH ROW EXECUTE FUNCTION audit.link_entry()',
    `SELECT audit.erase_personal_data(uuidv7(), 'cover-up')`,
    'CREATE TABLE audit.mine (a int)',
    'DROP SCHEMA audit CASCADE',
    'SET ROLE luit_audit',
    'GRANT luit_audit TO CURRENT_USER',
    `SET session_replication_role = 'replica'`,
  ])('the role of the service cannot run: %s', async (sql) => {
    await append();
    await admin.query('GRANT CREATE ON SCHEMA auth TO luit_auth');
    await service.query('CREATE TABLE auth.bait (LIKE audit.entries)');
    await expect(service.query(sql)).rejects.toMatchObject({ code: '42501' });
    await expect(verify()).resolves.toMatchObject({ links: 1, problem: null });
  });

  it.each([
    `UPDATE audit.entries SET admin_email = 'x'`,
    'DELETE FROM audit.entries',
    'TRUNCATE audit.entries',
    'UPDATE audit.chain SET hash = hash',
    'DELETE FROM audit.chain',
    'TRUNCATE audit.chain',
  ])('a privileged role cannot run by mistake: %s', async (sql) => {
    await append();
    await expect(admin.query(sql)).rejects.toMatchObject({ message: 'The audit log is append-only' });
  });

  it.each(['SELECT FROM audit.entries', `INSERT INTO audit.entries (admin_email, action) VALUES ('x', 'x')`])(
    'the role of another service cannot run: %s',
    async (sql) => {
      await expect(other.query(sql)).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('ignores functions and tables with which the service’s role shadows its own', async () => {
    await admin.query('GRANT CREATE ON SCHEMA auth TO luit_auth');
    await service.query(`
      CREATE FUNCTION auth.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x00'::bytea $$;
      CREATE FUNCTION auth.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'epoch'::timestamptz $$;
      CREATE TEMP TABLE head (sequence bigint, hash text);
      SET search_path = auth, pg_catalog`);
    await append();
    await append();
    await expect(verify()).resolves.toMatchObject({ links: 2, problem: null });
  });

  it.each([
    ['a changed action', `UPDATE audit.entries SET action = 'signed_in' WHERE id = $entry`, /^link 3 .* was changed$/],
    ['a changed time', `UPDATE audit.entries SET created_at = 'epoch' WHERE id = $entry`, /^link 3 .* was changed$/],
    [
      'a changed reason',
      `UPDATE audit.entries SET details = '{}' WHERE id = $entry`,
      /details of link 3 .* were changed/,
    ],
    ['a deleted entry', `DELETE FROM audit.entries WHERE id = $entry`, /the entry of link 3 .* was deleted/],
    [
      'an entry deleted with its link',
      `DELETE FROM audit.entries WHERE id = $entry; DELETE FROM audit.chain WHERE sequence = 3`,
      /^link 3 is missing; the next one is link 4/,
    ],
    ['a rewritten link', `UPDATE audit.chain SET hash = repeat('a', 64) WHERE sequence = 3`, /^link 3 .* was changed$/],
    [
      'personal data removed without a record',
      `UPDATE audit.entries SET salt = NULL, admin_email = '', details = '{}' WHERE id = $entry`,
      /personal data of link 3 .* was removed without a record/,
    ],
    [
      'a truncated chain',
      `DELETE FROM audit.entries WHERE id IN (SELECT entry_id FROM audit.chain WHERE sequence > 3);
       DELETE FROM audit.chain WHERE sequence > 3`,
      /^links 4 to 5 are missing: the end of the chain was cut off/,
    ],
    [
      'an entry inserted without triggers',
      `INSERT INTO audit.entries (admin_email, action) VALUES ('x', 'x')`,
      /^entry .* is not in the chain/,
    ],
  ])('verification reports %s', async (_what, sql, expected) => {
    for (let i = 0; i < 5; i++) await append();
    const [third] = await query<{ id: string }>('SELECT entry_id AS id FROM audit.chain WHERE sequence = 3');
    await tamper(sql.replace('$entry', `'${third?.id}'`));
    const { problem } = await verify();
    expect(problem).toMatch(expected);
    if (!_what.includes('without triggers')) expect(problem).toMatch(/link/);
  });

  it('a link recorded outside the database reveals a truncated chain whose head was reset', async () => {
    for (let i = 0; i < 5; i++) await append();
    const { head } = await verify();
    await tamper(`
      DELETE FROM audit.entries WHERE id IN (SELECT entry_id FROM audit.chain WHERE sequence > 3);
      DELETE FROM audit.chain WHERE sequence > 3;
      UPDATE audit.head SET sequence = 3, hash = (SELECT hash FROM audit.chain WHERE sequence = 3)`);
    await expect(verify()).resolves.toMatchObject({ problem: null });
    await expect(verify(head)).resolves.toMatchObject({
      problem: 'links 4 to 5 are missing: the end of the chain was cut off',
    });
    await admin.query(`SET session_replication_role = 'origin'`);
    for (let i = 0; i < 3; i++) await append();
    expect((await verify(head)).problem).toMatch(
      /^link 5 .* has a different hash than was recorded outside the database/,
    );
  });

  it('stays intact when the administrator erases personal data, and records the erasure', async () => {
    for (let i = 0; i < 3; i++) await append();
    const [second] = await query<{ id: string }>('SELECT entry_id AS id FROM audit.chain WHERE sequence = 2');
    await admin.query(`SELECT audit.erase_personal_data($1, 'request 7 of an operator')`, [second?.id]);
    await expect(verify()).resolves.toMatchObject({ links: 4, erased: 1, problem: null });
    const rows = await query(`SELECT admin_email, details, salt FROM audit.entries WHERE id = $1`, [second?.id]);
    expect(rows).toEqual([{ admin_email: '', details: {}, salt: null }]);
  });

  it('verifies the rest of the chain from any link', async () => {
    for (let i = 0; i < 5; i++) await append();
    const [third] = await query<ChainLink>('SELECT sequence::int, hash FROM audit.chain WHERE sequence = 3');
    await expect(verifyChain(query, { after: third })).resolves.toMatchObject({ links: 2, problem: null });
  });
});
