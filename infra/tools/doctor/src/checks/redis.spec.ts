import { eventually } from '@luit/platform/testing/eventually';
import { startTestRedisCluster, type TestRedisCluster } from '@luit/platform/testing/redis-cluster';
import { startTestSentinels, type TestSentinels } from '@luit/platform/testing/redis-sentinels';
import { Redis } from 'ioredis';
import { checkRedis } from './redis';

const check = async (url: string) =>
  (await checkRedis({ REDIS_URL: url })).map(({ level, message }) => `${level}: ${message}`);

describe('the check of a Redis Cluster', () => {
  let cluster: TestRedisCluster;

  beforeAll(async () => {
    cluster = await startTestRedisCluster();
  }, 60_000);
  afterAll(() => cluster.stop());

  it('reads the settings of every node', async () => {
    // The nodes learn of each other's replicas one by one.
    const findings = await eventually(async () => {
      const found = await check(cluster.url);
      expect(found.filter((finding) => finding.includes('append-only file is disabled'))).toHaveLength(6);
      return found;
    });
    expect(findings).toContain('ok: maxmemory-policy is noeviction');
    expect(findings).toContain('ok: Every Redis user has a password');
  });

  it('names the node that may evict queue entries, or lets everyone in', async () => {
    const { port } = new URL(cluster.primaries[2]?.url ?? '');
    const node = new Redis(cluster.primaries[2]?.url ?? '');
    await node.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await node.call('ACL', 'SETUSER', 'guest', 'on', 'nopass');
    const errors = (await check(cluster.url)).filter((finding) => finding.startsWith('error'));
    expect(errors).toEqual([
      `error: 127.0.0.1:${port}: maxmemory-policy is allkeys-lru`,
      `error: 127.0.0.1:${port}: Redis accepts the user guest without a password`,
    ]);
    node.disconnect();
  });

  it('reports a wrong password', async () => {
    expect((await check(cluster.url.replace(/:[^:@]*@/, ':wrong@')))[0]).toMatch(/^error: REDIS_URL: .*WRONGPASS/);
  });
});

describe('the check of a Redis with Sentinels', () => {
  let sentinels: TestSentinels;

  beforeAll(async () => {
    sentinels = await startTestSentinels();
  }, 60_000);
  afterAll(() => sentinels.stop());

  it('reads the settings of the primary and its replica', async () => {
    const replica = new Redis(sentinels.replica.url);
    await replica.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const findings = await check(sentinels.url);
    expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([
      `error: 127.0.0.1:${new URL(sentinels.replica.url).port}: maxmemory-policy is allkeys-lru`,
    ]);
    expect(findings).toContain('ok: maxmemory-policy is noeviction');
    replica.disconnect();
  });

  it('reports a name that the Sentinels do not know, and Sentinels that do not answer', async () => {
    expect((await check(sentinels.url.replace(/luit$/, 'other')))[0]).toMatch(/^error: REDIS_URL/);
    expect((await check('redis+sentinel://operations:a@127.0.0.1:1,127.0.0.1:2/luit'))[0]).toMatch(/^error: REDIS_URL/);
  });
});
