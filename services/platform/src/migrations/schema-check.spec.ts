import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { DatabaseSettings } from '../database/data-source-options';
import { dataSourceOptions } from '../database/data-source-options';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { messagingMigration } from '../testing/messaging-migration';
import { checkRollback } from './check-rollback';
import { migrate } from './migrate';
import { RELEASE } from './release';
import { openCheckedSource } from './schema-check';
import type { SchemaMigration } from '../database/schema-migration';

/** A migration of the next release. */
function nextChange(worksWith: string): new () => SchemaMigration {
  return class extends messagingMigration() {
    override name = 'NextChange1800000000000';
    override worksWith = worksWith;

    override async up(runner: Parameters<SchemaMigration['up']>[0]): Promise<void> {
      await runner.query('ALTER TABLE inbox ADD COLUMN note text');
    }
  };
}

describe('a service that starts', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const baseline = messagingMigration();
  const settings = (): DatabaseSettings => ({
    service: 'billing',
    url: database.urlOf('billing'),
    entities: [],
    migrations: [baseline],
  });
  const start = async () => {
    const source = await openCheckedSource(dataSourceOptions(settings()), settings());
    await source.query(`INSERT INTO inbox (event_id) VALUES (uuidv7())`);
    await source.destroy();
  };
  const upgrade = (worksWith: string) =>
    migrate({ service: 'billing', migrations: [baseline, nextChange(worksWith)] }, database.adminUrl);
  const rollback = (release: string) => checkRollback(database.adminUrl, release, ['billing']);

  it('refuses a schema whose migrations are pending, and starts once they have run', async () => {
    await expect(start()).rejects.toThrow('The schema of billing lacks Messaging1700000000000: run the migration step');
    await migrate(settings(), database.adminUrl);
    await start();
  });

  it('works with the schema of the next release, there and back, and keeps its data', async () => {
    await migrate(settings(), database.adminUrl);
    await start();
    await upgrade(RELEASE);
    await start();
    expect(await rollback(RELEASE)).toEqual([]);
    expect(await migrate(settings(), database.adminUrl)).toEqual([]);
    await start();
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    expect((await admin.query('SELECT note FROM billing.inbox')).rows).toEqual(Array(3).fill({ note: null }));
    await admin.end();
  });

  it('refuses the schema of a release that removed what this one uses, and so does a rollback', async () => {
    await migrate(settings(), database.adminUrl);
    await upgrade('99.0.0');
    await expect(start()).rejects.toThrow('needs release 99.0.0 since NextChange1800000000000');
    expect(await rollback(RELEASE)).toEqual([
      'billing: NextChange1800000000000 removed what releases before 99.0.0 use',
    ]);
    expect(await rollback('99.0.0')).toEqual([]);
  });

  it('has the release of its package', () => {
    const file = path.join(__dirname, '..', '..', '..', '..', 'package.json');
    expect((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version).toBe(RELEASE);
  });
});
