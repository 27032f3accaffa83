import { freePort } from '@luit/local/port-leases';
import { replicateSynchronously, startStandby } from '@luit/local/standby';
import { join } from 'node:path';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';
import { TcpProxy } from '../runs/tcp-proxy';
import { TestCluster } from '../test-cluster';

const JOBS = 20;

/**
 * The primary is killed under load and its synchronous standby promoted. The address in DATABASE_URL points to the new primary from
 * then on, as a virtual address or the service of an operator does. No service is restarted, and nothing that was confirmed is lost.
 */
export async function runPostgresFailover(): Promise<FailoverFigures> {
  const cluster = await TestCluster.open(2);
  const { postgres } = cluster.stack;
  const standby = await startStandby(postgres, join(cluster.directory, 'postgres', 'standby'), await freePort());
  await replicateSynchronously(postgres);
  let proxy: TcpProxy | undefined;
  try {
    const creator = await cluster.creator('pro', 4);
    const buyer = await cluster.creator('pro', 4);
    return await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, async () => {
      cluster.running.kill('postgres', 'SIGKILL');
      // Otherwise the supervisor would start the old primary again.
      await cluster.running.stopProcess('postgres');
      await standby.promote();
      proxy = await TcpProxy.open(Number(new URL(postgres).port));
      proxy.forwardTo(standby.port);
    });
  } finally {
    await cluster.close(true);
    proxy?.close();
    await standby.stop();
  }
}
