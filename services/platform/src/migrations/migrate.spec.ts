import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { prepareDatabase } from '../database/prepare-database';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import { migrate } from './migrate';
import type { SchemaMigration, SchemaMigrations } from '../database/schema-migration';

type Up = (runner: QueryRunner) => Promise<unknown>;

let timestamp = 1_700_000_000_000;

function migration(up: string | Up, transaction?: boolean): new () => SchemaMigration {
  timestamp += 1;
  const name = `Change${timestamp}`;
  return class implements SchemaMigration {
    name = name;
    worksWith = '0.1.0';
    transaction = transaction;

    async up(runner: QueryRunner): Promise<void> {
      await (typeof up === 'string' ? runner.query(up) : up(runner));
    }

    async down(): Promise<void> {}
  };
}

describe('migrate', () => {
  let database: TestDatabase;
  let admin: Client;
  let service: Client;

  const connect = async (url: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const settings = (...migrations: (new () => SchemaMigration)[]): SchemaMigrations => ({
    service: 'billing',
    migrations,
  });
  const run = (...migrations: (new () => SchemaMigration)[]) => migrate(settings(...migrations), database.adminUrl);

  beforeEach(async () => {
    database = await createTestDatabase();
    [admin, service] = [await connect(database.adminUrl), await connect(database.urlOf('billing'))];
  });
  afterEach(async () => {
    await Promise.all([admin.end(), service.end()]);
    await database.drop();
  });

  it('runs each migration once if replicas start at the same time [SRV-22]', async () => {
    // A concurrent index waits for every older snapshot, also for that of a replica that waits for its turn.
    const changes = [
      migration('CREATE TABLE ships (id int PRIMARY KEY)'),
      migration('CREATE INDEX CONCURRENTLY ships_by_id ON ships (id)', false),
    ];
    const done = await Promise.all([run(...changes), run(...changes), run(...changes)]);
    expect(done.flat()).toEqual(changes.map((change) => new change().name));
  });

  it('owns what it creates, while the service reads and changes rows only', async () => {
    await run(migration('CREATE TABLE ships (id int GENERATED ALWAYS AS IDENTITY, n serial, name text)'));
    await service.query(`INSERT INTO ships (name) VALUES ('Ark')`);
    await service.query(`UPDATE ships SET name = 'Argo'`);
    expect((await service.query('SELECT id, n, name FROM ships')).rows).toEqual([{ id: 1, n: 1, name: 'Argo' }]);
    await service.query('DELETE FROM ships');
    const refused = [
      'ALTER TABLE ships ADD COLUMN length int',
      'TRUNCATE ships',
      'DROP TABLE ships',
      'CREATE TABLE more ()',
      'CREATE INDEX ON ships (name)',
      'DELETE FROM migrations',
      `UPDATE migration_releases SET works_with = '0.0.0'`,
      `SET ROLE luit_billing_owner`,
    ];
    for (const statement of refused)
      await expect(service.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    expect((await service.query('SELECT works_with FROM migration_releases')).rows).toEqual([{ works_with: '0.1.0' }]);
  });

  it('lets others pass while a lock is held, and is repeated until it is released', async () => {
    await run(migration('CREATE TABLE ships (id int)'));
    await service.query('BEGIN; SELECT FROM ships');
    const lines: string[] = [];
    const done = migrate(settings(migration('ALTER TABLE ships ADD COLUMN name text')), database.adminUrl, {
      log: (line) => lines.push(line),
    });
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatch(/lock timeout.*idle in transaction.*SELECT FROM ships/);
    // Between two attempts no statement waits for the migration, so this one does not either.
    await admin.query('INSERT INTO billing.ships VALUES (1)');
    await service.query('COMMIT');
    expect(await done).toHaveLength(1);
    expect((await admin.query('SELECT * FROM billing.ships')).rows).toEqual([{ id: 1, name: null }]);
  });

  it('gives up a blocked migration after a time and names who blocks it', async () => {
    await run(migration('CREATE TABLE ships (id int)'));
    await service.query('BEGIN; SELECT FROM ships');
    const blocked = migrate(settings(migration('DROP TABLE ships')), database.adminUrl, { lockRetriesMs: 0 });
    await expect(blocked).rejects.toThrow(/lock timeout.*held by.*idle in transaction.*SELECT FROM ships/);
    await service.query('ROLLBACK');
    expect((await admin.query(`SELECT to_regclass('billing.ships') AS found`)).rows).toEqual([
      { found: 'billing.ships' },
    ]);
  });

  it('takes over a schema that belongs to the role of the service', async () => {
    await admin.query(`
      ALTER SCHEMA billing OWNER TO luit_billing;
      SET ROLE luit_billing; CREATE TABLE billing.old (id serial); RESET ROLE`);
    await prepareDatabase(database.adminUrl, { auth: 'test', billing: 'test', generation: 'test' });
    await run(migration('ALTER TABLE old ADD COLUMN name text'));
    await service.query('INSERT INTO old DEFAULT VALUES');
    await expect(service.query('DROP TABLE old')).rejects.toThrow('must be owner');
  });

  it('keeps earlier migrations if a later one fails', async () => {
    const first = migration('CREATE TABLE ships (id int)');
    await expect(run(first, migration('CREATE TABLE ships (id int)'))).rejects.toThrow('already exists');
    expect(await run(first)).toEqual([]);
  });
});
