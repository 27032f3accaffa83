import { freePort } from '@luit/local/port-leases';
import { startStandby } from '@luit/local/standby';
import { join } from 'node:path';
import { postgresClient } from '../postgres-client';
import type { TestCluster } from '../test-cluster';

/** Starts a standby whose replay is paused. The returned function resumes it; the standby follows until the cluster is closed. */
export async function laggingStandby(cluster: TestCluster): Promise<() => Promise<unknown>> {
  const folder = join(cluster.directory, 'postgres', 'standby');
  const standby = await startStandby(cluster.stack.postgres, folder, await freePort());
  cluster.onClose(() => standby.stop());
  const replay = async (action: 'pause' | 'resume'): Promise<void> => {
    const client = postgresClient(standby.url);
    await client.connect();
    await client.query(`SELECT pg_wal_replay_${action}()`);
    await client.end();
  };
  await replay('pause');
  return () => replay('resume');
}
