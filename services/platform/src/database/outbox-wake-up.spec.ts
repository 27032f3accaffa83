import { billingPushes } from '@luit/contracts/billing/messages';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseSettings } from './data-source-options';
import { migrate } from '../migrations/migrate';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { messagingMigration } from '../testing/messaging-migration';
import { writePush } from '../events/outbox';
import { OutboxWakeUp, outboxWriters } from './outbox-wake-up';

const migration = messagingMigration(`
  CREATE FUNCTION publish_it() RETURNS void LANGUAGE sql AS $$
    INSERT INTO outbox (kind, name, payload) VALUES ('event', 'billing.test', '{}') $$;
  CREATE FUNCTION grant_it() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM publish_it(); END $$;
  CREATE FUNCTION read_it() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM outbox $$;`);

describe('nudging the relay', () => {
  let database: TestDatabase;
  let source: DataSource;
  let wakeUps = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings: DatabaseSettings = {
      service: 'billing',
      url: database.urlOf('billing'),
      entities: [],
      migrations: [migration],
    };
    await migrate(settings, database.adminUrl);
    const wakeUp = new OutboxWakeUp();
    const client = new Client({ connectionString: settings.url });
    await client.connect();
    await wakeUp.loadFunctions(client);
    await client.end();
    wakeUp.onWakeUp(() => (wakeUps += 1));
    source = await new DataSource(dataSourceOptions(settings, wakeUp)).initialize();
  });
  beforeEach(() => (wakeUps = 0));
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const push = (manager = source.manager) =>
    writePush(manager, billingPushes.balanceChanged, {
      userId: randomUUID(),
      balance: { credits: 1, available: 1, held: 0 },
      reason: 'grant',
      referenceId: null,
    });

  it('a transaction wakes the relay once, after its commit', async () => {
    await source.transaction(async (manager) => {
      await push(manager);
      await manager.transaction((inner) => push(inner));
      expect(wakeUps).toBe(0);
    });
    expect(wakeUps).toBe(1);
  });

  it('a statement without a transaction wakes the relay, also if a function writes the row', async () => {
    await push();
    expect(wakeUps).toBe(1);
    await source.query('SELECT publish_it()');
    await source.query('SELECT grant_it() AS result');
    expect(wakeUps).toBe(3);
  });

  it('reading does not wake the relay', async () => {
    await source.query('SELECT read_it()');
    await source.query('SELECT count(*) FROM outbox');
    await source.transaction((manager) => manager.query('SELECT 1'));
    expect(wakeUps).toBe(0);
  });

  it('functions that write through others are found, and others are not', () => {
    const functions = [
      { name: 'c', body: 'PERFORM b(1);' },
      { name: 'b', body: 'SELECT a ()' },
      { name: 'a', body: 'INSERT INTO outbox (kind) VALUES ($1)' },
      { name: 'd', body: 'SELECT count(*) FROM outbox, ab(2)' },
    ];
    expect(outboxWriters(functions).sort()).toEqual(['a', 'b', 'c']);
  });
});
