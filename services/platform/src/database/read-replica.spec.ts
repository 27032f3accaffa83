import { freePort } from '@luit/local/port-leases';
import { startPostgres, type TemporaryPostgres } from '@luit/local/postgres';
import { type Standby, startStandby } from '@luit/local/standby';
import { Client } from 'pg';
import { eventually } from '../testing/eventually';
import { withCorrelation } from '../tracing/correlation';
import { BulkheadPool } from './bulkhead-pool';
import { STALENESS_MS } from './read-replica';

describe('a pool with a replica', () => {
  let primary: TemporaryPostgres;
  let standby: Standby;
  let pool: BulkheadPool;
  let admin: Client;

  beforeAll(async () => {
    primary = await startPostgres({ wal_level: 'replica', max_wal_senders: '3' });
    admin = new Client({ connectionString: primary.url });
    await admin.connect();
    const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
    standby = await startStandby(primary.url, `${rows[0]?.data_directory}-standby`, await freePort());
    pool = new BulkheadPool({ connectionString: primary.url, max: 5, replica: { connectionString: standby.url } });
  });

  afterAll(async () => {
    await pool.end();
    await admin.end();
    await standby.stop();
    await primary.stop();
  });

  const isOnStandby = async (isForOperators: boolean): Promise<boolean> => {
    const read = () => pool.query<{ found: boolean }>('SELECT pg_is_in_recovery() AS found');
    const { rows } = await withCorrelation(undefined, read, performance.now() + 60_000, { isForOperators });
    return rows[0]?.found === true;
  };
  const replay = (action: 'pause' | 'resume') => inStandby(`SELECT pg_wal_replay_${action}()`);
  const inStandby = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: standby.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  it('reads lists of operators from the replica, unless it is too far behind, is a primary itself or is gone', async () => {
    await eventually(async () => expect(await isOnStandby(true)).toBe(true));
    expect(await isOnStandby(false)).toBe(false);
    expect((await pool.query('SELECT pg_is_in_recovery() AS found')).rows).toEqual([{ found: false }]);

    await replay('pause');
    await admin.query('CREATE TABLE boats (name text)');
    await eventually(async () => expect(await isOnStandby(true)).toBe(false), 2 * STALENESS_MS);
    await replay('resume');
    await eventually(async () => expect(await isOnStandby(true)).toBe(true));

    await standby.promote();
    await eventually(async () => expect(await isOnStandby(true)).toBe(false), 2 * STALENESS_MS);
    await admin.query(`INSERT INTO boats VALUES ('Ferry')`);
    const read = () => pool.query('SELECT FROM boats');
    const list = () => withCorrelation(undefined, read, performance.now() + 60_000, { isForOperators: true });
    await eventually(async () => expect((await list()).rowCount).toBe(1), 2 * STALENESS_MS);
    await standby.stop();
    expect((await list()).rowCount).toBe(1);
  });
});
