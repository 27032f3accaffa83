import { freePort } from '@luit/local/port-leases';
import { startPostgres, type TemporaryPostgres } from '@luit/local/postgres';
import { type Standby, startStandby } from '@luit/local/standby';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { HealthServer } from '../health/health-server';
import { metrics } from '../metrics/metrics';
import { eventually } from '../testing/eventually';
import { prepareDatabase, roleOf, SCHEMAS } from './prepare-database';
import { READ_REPLICA, ReplicationLag } from './replication-lag';

const PASSWORD = 'test';
/** The default name of a standby. */
const STANDBY = 'walreceiver';

describe('the lag of replication', () => {
  let primary: TemporaryPostgres;
  let standby: Standby;
  let source: DataSource;
  let admin: Client;
  let lag: ReplicationLag;

  beforeAll(async () => {
    primary = await startPostgres({ wal_level: 'replica', max_wal_senders: '3' });
    admin = new Client({ connectionString: primary.url });
    await admin.connect();
    await prepareDatabase(primary.url, Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])));
    const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
    standby = await startStandby(primary.url, `${rows[0]?.data_directory}-standby`, await freePort());
    const url = new URL(primary.url);
    [url.username, url.password] = [roleOf('auth'), PASSWORD];
    source = await new DataSource({ type: 'postgres', url: url.toString() }).initialize();
    lag = new ReplicationLag(new HealthServer(), source, standby.url);
  });

  afterAll(async () => {
    await source.destroy();
    await admin.end();
    await standby.stop();
    await primary.stop();
  });

  const lags = async (): Promise<Record<string, number>> => {
    await lag.measure();
    const measured = await metrics.getSingleMetric('luit_replication_lag_seconds')?.get();
    return Object.fromEntries((measured?.values ?? []).map(({ labels, value }) => [String(labels.standby), value]));
  };
  const write = (name: string) => admin.query(`CREATE TABLE ${name} ()`);
  const replay = async (action: 'pause' | 'resume'): Promise<void> => {
    const client = new Client({ connectionString: standby.url });
    await client.connect();
    await client.query(`SELECT pg_wal_replay_${action}()`);
    await client.end();
  };

  it('is none of standbys that replay everything, as a service sees them, and grows while one replays nothing or is gone', async () => {
    await write('boats');
    await eventually(async () => expect(await lags()).toEqual({ [STANDBY]: 0, [READ_REPLICA]: 0 }));

    await replay('pause');
    await write('ferries');
    await eventually(async () => expect(Math.min(...Object.values(await lags()))).toBeGreaterThan(1));
    await replay('resume');
    await eventually(async () => expect(await lags()).toEqual({ [STANDBY]: 0, [READ_REPLICA]: 0 }));

    await standby.stop();
    await write('rafts');
    await eventually(async () => expect(Math.min(...Object.values(await lags()))).toBeGreaterThan(1));
  });
});
