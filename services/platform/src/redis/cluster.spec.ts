import { randomUUID } from 'node:crypto';
import { billingCalls } from '@luit/contracts/billing/messages';
import { RedisTokenBuckets } from '../rate-limits/redis-token-buckets';
import { asRedisUser } from '../testing/redis';
import { startTestRedisCluster, type TestRedisCluster } from '../testing/redis-cluster';
import { connectTestCalls, startFakeService } from '../testing/services';
import { closeRedis, connectRedis } from './redis-connection';

describe('a Redis Cluster', () => {
  let cluster: TestRedisCluster;

  beforeAll(async () => {
    cluster = await startTestRedisCluster();
  });

  afterAll(() => cluster.stop());

  it('each service signs in as its own user', async () => {
    const gateway = connectRedis(asRedisUser('gateway', cluster.url), 'gateway');
    const buckets = new RedisTokenBuckets(gateway);
    const bucketOf = (subject: string) => ({ key: `luit:limit:{limits}:${subject}`, size: 1, windowMs: 60_000 });
    const isRefused = async () => 'bucket' in (await buckets.charge([bucketOf('account'), bucketOf('address')]));
    expect(await isRefused()).toBe(false);
    expect(await isRefused()).toBe(true);
    await expect(gateway.get('luit:redis-generation')).rejects.toThrow('NOPERM');
    await closeRedis(gateway);
  });

  it('calls reach their service and are answered', async () => {
    const getBalance = () => ({ credits: 7, available: 7, held: 0 });
    const billing = await startFakeService('billing', cluster.url, { 'billing.getBalance': getBalance });
    const calls = await connectTestCalls(cluster.url);
    const userIds = Array.from({ length: 3 }, () => randomUUID());
    const balances = await Promise.all(userIds.map((userId) => calls.client.call(billingCalls.getBalance, { userId })));
    expect(balances).toMatchObject(userIds.map(() => ({ credits: 7 })));
    await calls.close();
    await billing.close();
  });
});
