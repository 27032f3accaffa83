import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { assertContinuable, recordFingerprint } from './earlier-state';
import { ownerConnection } from './owner-connection';

const OURS = { schema: 'billing', timestamps: ['1763700000000'], fingerprint: 'of-our-sql' };

describe('a schema', () => {
  let database: TestDatabase;
  let owner: Client;
  const applied = async (...names: string[]) => {
    await owner.query('CREATE TABLE migrations (id serial PRIMARY KEY, name text)');
    for (const name of names) await owner.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  };
  const check = () => assertContinuable(owner, OURS);

  beforeEach(async () => {
    database = await createTestDatabase();
    owner = new Client(ownerConnection(database.adminUrl, { schema: 'billing' }));
    await owner.connect();
  });
  afterEach(async () => {
    await owner.end();
    await database.drop();
  });

  it('that is empty, ours or of a newer release can be continued', async () => {
    await expect(check()).resolves.toBeUndefined();
    await applied('Baseline1763700000000');
    await recordFingerprint(owner, OURS.fingerprint);
    await expect(check()).resolves.toBeUndefined();
    await owner.query(`INSERT INTO migrations (name) VALUES ('AddShips1763800000000')`);
    await expect(check()).resolves.toBeUndefined();
  });

  it('that was made from other SQL is refused with what to do', async () => {
    await applied('Baseline1763700000000');
    await expect(check()).rejects.toThrow('npm start -- --fresh');
    await recordFingerprint(owner, 'of-other-sql');
    await expect(check()).rejects.toThrow('an earlier version of this release');
  });

  it('with a migration that this release does not know, but should, is refused', async () => {
    await applied('Baseline1763700000000', 'Before1763600000000');
    await expect(check()).rejects.toThrow('an earlier version of this release');
  });

  it('with tables that no migration made is refused', async () => {
    await owner.query('CREATE TABLE ships (id int)');
    await expect(check()).rejects.toThrow('an earlier version of this release');
  });
});
