import { queuePrefix } from '@luit/platform/queues/queues';
import { asRedisUser } from '@luit/platform/testing/redis';
import { startTestRedisCluster } from '@luit/platform/testing/redis-cluster';
import { runSmokeTest } from '@luit/smoke/smoke-test';
import { TestCluster } from '../test-cluster';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';

const JOBS = 20;

/** The smoke test passes on a Redis Cluster. Then the primary that stores the queue of submissions is killed, and its replica takes over. */
export async function runClusterFailover(): Promise<FailoverFigures> {
  const redis = await startTestRedisCluster();
  const cluster = await TestCluster.open(2, [], {}, undefined, (user) => asRedisUser(user, redis.url));
  try {
    await runSmokeTest(cluster.stack, () => undefined);
    const creator = await cluster.creator('pro', 4);
    const buyer = await cluster.creator('pro', 4);
    return await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, async () => {
      await (await redis.primaryOf(queuePrefix('submit'))).stop();
    });
  } finally {
    await cluster.close(true);
    await redis.stop();
  }
}
