import { Redis } from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually';
import { freePort, startTestRedis, type TestRedis } from './redis';

const PRIMARIES = 3;
const SLOTS = 16_384;
/** A node that does not answer for this long is replaced by its replica, milliseconds. */
const NODE_TIMEOUT_MS = 2_000;

/** A Redis Cluster of three primaries, each with a replica. */
export interface TestRedisCluster {
  /** REDIS_URL of the user with all permissions. */
  url: string;
  primaries: TestRedis[];
  /** The primary that stores a key. */
  primaryOf(key: string): Promise<TestRedis>;
  stop(): Promise<void>;
}

interface Node {
  server: TestRedis;
  admin: Redis;
  port: string;
  busPort: string;
}

/** Returns once all nodes agree and every replica follows its primary. */
export async function startTestRedisCluster(): Promise<TestRedisCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'luit-redis-cluster-'));
  const nodes: Node[] = [];
  // Free ports may be taken before a node listens.
  for (let i = 0; i < 2 * PRIMARIES; i++) nodes.push(await eventually(() => startNode(folder, i)));
  const primaries = nodes.slice(0, PRIMARIES);
  const [first] = primaries;
  if (!first) throw new Error('A cluster has nodes');
  for (const { port, busPort } of nodes) await first.admin.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  await Promise.all(
    primaries.map(({ admin }, i) => {
      const [from, to] = [i, i + 1].map((share) => Math.floor((SLOTS * share) / PRIMARIES));
      return admin.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String((to ?? 0) - 1));
    }),
  );
  for (const [i, { admin }] of primaries.entries()) {
    const id = String(await admin.cluster('MYID'));
    await eventually(() => nodes[PRIMARIES + i]?.admin.cluster('REPLICATE', id), 20_000);
  }
  await eventually(async () => {
    for (const { admin } of nodes) await assertComplete(admin);
  }, 20_000);
  return {
    url: clusterUrl(nodes),
    primaries: primaries.map(({ server }) => server),
    primaryOf: async (key) => {
      const slot = Number(await first.admin.cluster('KEYSLOT', key));
      const found = primaries[Math.floor((slot * PRIMARIES) / SLOTS)];
      return (found ?? first).server;
    },
    stop: async () => {
      for (const { admin } of nodes) admin.disconnect();
      await Promise.all(nodes.map(({ server }) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startNode(folder: string, index: number): Promise<Node> {
  // The default port of the bus is 10,000 above the port, which may be too high.
  const busPort = String(await freePort());
  const server = await startTestRedis([
    ...['--cluster-enabled', 'yes', '--cluster-port', busPort, '--dir', folder],
    ...['--cluster-config-file', `nodes-${index}.conf`, '--dbfilename', `node-${index}.rdb`],
    ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
  ]);
  const admin = new Redis(server.url);
  admin.on('error', () => undefined);
  return { server, admin, port: new URL(server.url).port, busPort };
}

async function assertComplete(admin: Redis): Promise<void> {
  const info = String(await admin.cluster('INFO'));
  if (!info.includes('cluster_state:ok')) throw new Error('The cluster is not ready');
  const replication = await admin.info('replication');
  if (!/connected_slaves:1|master_link_status:up/.test(replication)) throw new Error('A replica is not ready');
}

function clusterUrl(nodes: Node[]): string {
  const [first] = nodes;
  const { username, password } = new URL(first?.server.url ?? '');
  return `redis+cluster://${username}:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
}
