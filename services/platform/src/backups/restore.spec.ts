import { Redis } from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { SCHEMAS } from '../database/prepare-database';
import { openRedis, primariesOf } from '../redis/open-redis';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { startTestRedisCluster } from '../testing/redis-cluster';
import { startTestSentinels } from '../testing/redis-sentinels';
import { backUp } from './back-up';
import { restore } from './restore';

describe('a restore', () => {
  let database: TestDatabase;
  let client: Client;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client(database.adminUrl);
    await client.connect();
    for (const schema of SCHEMAS) await client.query(`CREATE TABLE ${schema}.migrations (id serial, name text)`);
    await client.query(`CREATE TABLE billing.notes (text text); INSERT INTO billing.notes VALUES ('of the backup')`);
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'luit-restore-')), 'backup');
    await backUp({ databaseUrl: database.adminUrl, storageDir: null, folder });
  });
  beforeEach(() => client.query(`UPDATE billing.notes SET text = 'written since'`));
  afterAll(async () => {
    await client.end();
    await database.drop();
    rmSync(path.dirname(folder), { recursive: true });
  });

  const notes = async () => (await client.query<{ text: string }>('SELECT text FROM billing.notes')).rows[0]?.text;
  const run = (redisUrl: string) => restore({ databaseUrl: database.adminUrl, redisUrl, storageDir: null, folder });

  it('flushes every primary of a Redis Cluster', async () => {
    const cluster = await startTestRedisCluster();
    const redis = openRedis(cluster.url);
    for (let i = 0; i < 100; i++) await redis.set(`bull:{queue-${i}}`, 'old');
    await run(cluster.url);
    expect(await notes()).toBe('of the backup');
    expect(primariesOf(redis)).toHaveLength(3);
    expect(await Promise.all(primariesOf(redis).map((primary) => primary.dbsize()))).toEqual([0, 0, 0]);
    redis.disconnect();
    await cluster.stop();
  });

  it('flushes the primary that Sentinels name', async () => {
    const sentinels = await startTestSentinels();
    const primary = new Redis(sentinels.primary.url);
    await primary.set('bull:queue', 'old');
    await run(sentinels.url);
    expect(await notes()).toBe('of the backup');
    expect(await primary.dbsize()).toBe(0);
    primary.disconnect();
    await sentinels.stop();
  });

  it.each([
    'redis://operations:a@127.0.0.1:1',
    'redis+sentinel://operations:a@127.0.0.1:1/luit',
    'redis+cluster://a:a@127.0.0.1:1,127.0.0.1:2',
  ])('changes nothing if Redis does not answer at %s', async (url) => {
    await expect(run(url)).rejects.toThrow();
    expect(await notes()).toBe('written since');
  });
});
