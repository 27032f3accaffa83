import assert from 'node:assert/strict';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';
import { TestCluster } from '../test-cluster';

const JOBS = 20;
const BASE_FILE = 'appendonly.aof.1.base.rdb';

/**
 * Redis is stopped, gets a snapshot of before, and starts again, while Postgres has gone on: jobs in the snapshot's queues have ended
 * since, and the snapshot does not contain the jobs in flight. The key of the Redis generation is the same, so nothing is replayed.
 *
 * @throws Error if something does not end within three minutes, is bought twice or is charged wrongly
 */
export async function runOldSnapshot(): Promise<FailoverFigures> {
  const cluster = await TestCluster.open(2);
  const redis = new Redis(cluster.stack.redis, { lazyConnect: true });
  redis.on('error', () => undefined);
  try {
    const creator = await cluster.creator('pro', 4);
    const buyer = await cluster.creator('pro', 4);
    const snapshot = await withoutWorkers(cluster, async () => {
      for (let i = 0; i < JOBS; i++) await creator.generate('In the snapshot [slow:2]');
      return takeSnapshot(cluster, redis);
    });
    const generation = await redis.get('luit:redis-generation');
    await cluster.untilIdle();
    await cluster.creator('starter');
    const figures = await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, () => restore(cluster, snapshot));
    assert.equal(await redis.get('luit:redis-generation'), generation, 'The generation of Redis changed');
    await assertBoughtOnce(cluster);
    return figures;
  } finally {
    redis.disconnect();
    await cluster.close(true);
  }
}

/** Jobs that are dispatched meanwhile stay in their queue. */
async function withoutWorkers<T>({ running }: TestCluster, work: () => Promise<T>): Promise<T> {
  const workers = ['worker-1', 'worker-2'];
  await Promise.all(workers.map((name) => running.stopProcess(name)));
  const result = await work();
  await Promise.all(workers.map((name) => running.startProcess(name)));
  return result;
}

/** @returns the path of a copy of dump.rdb */
async function takeSnapshot(cluster: TestCluster, redis: Redis): Promise<string> {
  await until('jobs to be queued', async () => (await cluster.queueLength('submit')) > 0 || undefined);
  await redis.save();
  const snapshot = path.join(cluster.directory, 'snapshot.rdb');
  await copyFile(path.join(cluster.directory, 'redis', 'dump.rdb'), snapshot);
  return snapshot;
}

/** A Redis with an append-only file reads its snapshot as the base of that file. */
async function restore(cluster: TestCluster, snapshot: string): Promise<void> {
  const folder = path.join(cluster.directory, 'redis', 'appendonlydir');
  await cluster.running.stopProcess('redis');
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await copyFile(snapshot, path.join(folder, BASE_FILE));
  await writeFile(path.join(folder, 'appendonly.aof.manifest'), `file ${BASE_FILE} seq 1 type b\n`);
  await cluster.running.startProcess('redis');
}

async function assertBoughtOnce(cluster: TestCluster): Promise<void> {
  const tasks = await cluster.tasksByJob();
  const jobs = await cluster.sql<{ client_ref: string }>(
    'SELECT client_ref FROM generation.requests WHERE submitted_at IS NOT NULL',
  );
  const twice = jobs.filter(({ client_ref: ref }) => (tasks.get(ref) ?? 0) > 1);
  assert.deepEqual(twice, [], 'jobs were bought twice');
}
