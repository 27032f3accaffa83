import assert from 'node:assert/strict';
import { until } from '@luit/smoke/until';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestCluster } from '../test-cluster';

const LIMIT = 200;
/** More than a gateway gives to clients, and less than would leave it no file descriptor to answer with. */
const IDLE_SOCKETS = 155;

/**
 * Lowers the limit of file descriptors of a running gateway, and lets idle clients take its sockets. @returns milliseconds after they
 * have left until the gateway serves again
 */
export async function exhaustFileDescriptors(cluster: TestCluster): Promise<number> {
  const { pid } = cluster.stack.processes.gateway ?? {};
  const limit = (soft: string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:`]);
  const before = execFileSync('prlimit', ['--pid', String(pid), '--nofile', '--output=SOFT', '--noheadings']);
  const { api } = cluster.stack;
  const get = () => fetch(`${api}/api/plans`, { headers: { connection: 'close' } });
  const sockets: Socket[] = [];
  limit(String(LIMIT));
  try {
    for (let i = 0; i < IDLE_SOCKETS; i++) {
      const { hostname, port } = new URL(api);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await once(socket, 'connect');
    }
    const refused = await until('a client to be refused', async () => {
      const response = await get();
      return response.ok ? undefined : response;
    });
    assert.equal(refused.status, 503);
    assert.ok(refused.headers.get('retry-after'), '503 without Retry-After');
  } finally {
    for (const socket of sockets) socket.destroy();
    limit(before.toString().trim());
  }
  const freedAt = Date.now();
  await until('clients to be served again', async () => (await get()).ok || undefined);
  return Date.now() - freedAt;
}
