import type { LuitClient } from '@luit/smoke/client';
import type { TestCluster } from '../test-cluster';
import { assertAllEnded } from './assert-all-ended';

const DIRECTIVES = ['', '[slow:5]', '[fail:technical]', '[no-webhook]', '[duplicate-webhook]'];

/**
 * Flushes Redis while jobs are in many states and events are in flight. Every job must finish with correct credits.
 *
 * @param count number of jobs, a multiple of five: one in five fails
 * @returns the states of the jobs before the flush, and the milliseconds until all had finished
 */
export async function flushRedis(
  cluster: TestCluster,
  creator: LuitClient,
  count: number,
): Promise<{ states: string[]; finishedMs: number }> {
  const before = (await creator.balance()).credits;
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await creator.generate(`Flood ${DIRECTIVES[i % DIRECTIVES.length]}`));

  const states = await cluster.sql<{ state: string }>(
    'SELECT DISTINCT state FROM generation.requests WHERE id = ANY($1) ORDER BY state',
    [ids],
  );
  await cluster.flushRedis();
  const flushedAt = Date.now();

  await cluster.untilIdle();
  const finishedMs = Date.now() - flushedAt;
  await assertAllEnded(cluster, creator, { ids, failing: count / DIRECTIVES.length, creditsBefore: before });
  return { states: states.map((row) => row.state), finishedMs };
}
