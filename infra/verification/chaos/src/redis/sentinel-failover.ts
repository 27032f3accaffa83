import assert from 'node:assert/strict';
import { asRedisUser } from '@luit/platform/testing/redis';
import { startTestSentinels } from '@luit/platform/testing/redis-sentinels';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { TestCluster } from '../test-cluster';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';

const JOBS = 20;
/** The replica misses the writes of the primary during this time. */
const LOST_MS = 2_000;

/**
 * The primary is killed after its replica has stopped following it, so the Sentinels promote a replica that misses the newest writes,
 * although the key of the Redis generation survives. In the end the old primary returns, empty, and becomes a replica.
 */
export async function runSentinelFailover(): Promise<FailoverFigures> {
  const sentinels = await startTestSentinels();
  const cluster = await TestCluster.open(2, [], {}, undefined, (user) => asRedisUser(user, sentinels.url));
  const [primary, replica] = [new Redis(sentinels.primary.url), new Redis(sentinels.replica.url)];
  primary.on('error', () => undefined);
  try {
    const creator = await cluster.creator('pro', 4);
    const buyer = await cluster.creator('pro', 4);
    const figures = await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, async () => {
      await stopFollowing(primary, replica);
      await pause(LOST_MS);
      await assertBehind(primary, replica);
      await sentinels.primary.stop();
    });
    await sentinels.primary.start();
    await until('the old primary to become a replica', async () => (await primary.role())[0] === 'slave' || undefined);
    assert.equal((await replica.role())[0], 'master');
    return figures;
  } finally {
    await cluster.close(true);
    primary.disconnect();
    replica.disconnect();
    await sentinels.stop();
  }
}

/** The replica cannot sign in to the primary anymore, but the Sentinels still see both. */
async function stopFollowing(primary: Redis, replica: Redis): Promise<void> {
  await replica.config('SET', 'masterauth', 'none');
  await primary.client('KILL', 'TYPE', 'replica');
  await until(
    'the replica to lose the primary',
    async () => /master_link_status:down/.test(await replica.info('replication')) || undefined,
  );
}

async function assertBehind(primary: Redis, replica: Redis): Promise<void> {
  const offset = async (redis: Redis, field: string) =>
    Number(new RegExp(`${field}:(\\d+)`).exec(await redis.info('replication'))?.[1]);
  const lost = (await offset(primary, 'master_repl_offset')) - (await offset(replica, 'slave_repl_offset'));
  assert.ok(lost > 0, 'the replica misses nothing');
  console.log(`  the replica misses the last ${lost} bytes of the primary`);
}
