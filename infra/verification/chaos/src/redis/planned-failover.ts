import { asRedisUser, startTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { TcpProxy } from '../runs/tcp-proxy';
import { TestCluster } from '../test-cluster';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';

const JOBS = 20;

/**
 * A primary hands over to its replica and stays alive as the replica of that one, as in a planned failover of a managed Redis. The
 * address in REDIS_URL points to the new primary; open connections stay with the old one, which refuses writes.
 *
 * @throws Error if a process is still connected to the old primary in the end
 */
export async function runPlannedFailover(): Promise<FailoverFigures> {
  const primary = await startTestRedis();
  const replica = await startTestRedis(['--replicaof', '127.0.0.1', portOf(primary)]);
  const proxy = await TcpProxy.open();
  proxy.forwardTo(Number(portOf(primary)));
  const address = primary.url.replace(/:\d+$/, `:${proxy.port}`);
  const cluster = await TestCluster.open(2, [], {}, undefined, (user) => asRedisUser(user, address));
  const admin = new Redis(primary.url);
  try {
    const creator = await cluster.creator('pro', 4);
    const buyer = await cluster.creator('pro', 4);
    const figures = await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, async () => {
      await until('the failover to begin', () => admin.call('FAILOVER', 'TO', '127.0.0.1', portOf(replica)));
      await until('the replica to take over', async () => (await admin.role())[0] === 'slave' || undefined);
      proxy.forwardTo(Number(portOf(replica)));
    });
    await until('no process to be connected to the old primary', async () => {
      const clients = await admin.client('LIST');
      return !/ name=\S/.test(String(clients)) || undefined;
    });
    return figures;
  } finally {
    await cluster.close(true);
    admin.disconnect();
    proxy.close();
    await Promise.all([primary.stop(), replica.stop()]);
  }
}

const portOf = (server: TestRedis): string => new URL(server.url).port;
