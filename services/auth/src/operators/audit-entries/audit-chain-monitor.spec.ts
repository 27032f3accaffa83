import { dataSourceOptions } from '@luit/platform/database/data-source-options';
import { createMigratedDatabase, type TestDatabase } from '@luit/platform/testing/database';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { DataSource } from 'typeorm';
import { authDatabase } from '../../database';
import { AuditChainMonitor, auditChainBroken, auditChainSequence } from './audit-chain-monitor';

describe('audit chain monitor', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;
  let admin: DataSource;
  let monitor: AuditChainMonitor;

  beforeEach(async () => {
    testDatabase = await createMigratedDatabase('auth', (url) => authDatabase({ url }));
    const open = (url: string) => new DataSource(dataSourceOptions(authDatabase({ url, pool: 2 }))).initialize();
    [database, admin] = await Promise.all([open(testDatabase.urlOf('auth')), open(testDatabase.adminUrl)]);
    monitor = new AuditChainMonitor(database, new Scheduler());
  });

  afterEach(async () => {
    await Promise.all([database.destroy(), admin.destroy()]);
    await testDatabase.drop();
  });

  const append = () => database.query(`INSERT INTO audit.entries (admin_email, action) VALUES ('a', 'signed_in')`);
  const gauges = async () => {
    await monitor.round();
    const values = await Promise.all([auditChainSequence.get(), auditChainBroken.get()]);
    return values.map(({ values: [value] }) => value?.value);
  };

  it('the gauge shows the head sequence, starting with an empty chain', async () => {
    await expect(gauges()).resolves.toEqual([0, 0]);
    await append();
    await append();
    await expect(gauges()).resolves.toEqual([2, 0]);
  });

  it('a truncated chain with a reset head is detected by the previously verified link', async () => {
    for (let i = 0; i < 3; i++) await append();
    await gauges();
    await admin.query(`
      ALTER TABLE audit.chain DISABLE TRIGGER ALL;
      ALTER TABLE audit.entries DISABLE TRIGGER ALL;
      DELETE FROM audit.entries WHERE id IN (SELECT entry_id FROM audit.chain WHERE sequence > 1);
      DELETE FROM audit.chain WHERE sequence > 1;
      UPDATE audit.head SET sequence = 1, hash = (SELECT hash FROM audit.chain);
      ALTER TABLE audit.chain ENABLE TRIGGER ALL;
      ALTER TABLE audit.entries ENABLE TRIGGER ALL`);
    await expect(gauges()).resolves.toEqual([1, 1]);
    for (let i = 0; i < 5; i++) await append();
    await expect(gauges()).resolves.toEqual([6, 1]);
  });
});
