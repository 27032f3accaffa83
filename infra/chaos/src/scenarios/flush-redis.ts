import assert from 'node:assert/strict';
import type { LuitClient } from '@luit/smoke/client';
import { Redis } from 'ioredis';
import type { TestCluster } from '../test-cluster';

const WORDS = ['', '[slow:5]', '[fail:technical]', '[no-webhook]', '[duplicate-webhook]'];

/**
 * FLUSHALL with jobs in many states and events under way. Every job has to end, every credit to be where it belongs.
 *
 * @param count of jobs, a multiple of five: one in five fails
 * @returns the states that jobs were in, and milliseconds until all had ended
 */
export async function flushRedis(
  cluster: TestCluster,
  creator: LuitClient,
  count: number,
): Promise<{ states: string[]; endedMs: number }> {
  const before = (await creator.balance()).credits;
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await creator.generate(`Flood ${WORDS[i % WORDS.length]}`));

  const states = await cluster.sql<{ state: string }>(
    'SELECT DISTINCT state FROM generation.requests WHERE id = ANY($1) ORDER BY state',
    [ids],
  );
  const redis = new Redis(cluster.stack.redis);
  await redis.flushall();
  redis.disconnect();
  const flushedAt = Date.now();

  await cluster.untilQuiet(60_000);
  const endedMs = Date.now() - flushedAt;
  const ended = await cluster.sql<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM generation.requests WHERE id = ANY($1) GROUP BY state ORDER BY state',
    [ids],
  );
  const failing = count / WORDS.length;
  assert.deepEqual(ended, [
    { state: 'failed', count: failing },
    { state: 'succeeded', count: count - failing },
  ]);
  assert.equal((await creator.balance()).credits, before - 18 * (count - failing));
  assert.deepEqual(await cluster.violations(), {});
  return { states: states.map((row) => row.state), endedMs };
}
