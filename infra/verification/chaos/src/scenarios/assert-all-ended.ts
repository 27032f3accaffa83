import assert from 'node:assert/strict';
import type { LuitClient } from '@luit/smoke/client';
import type { TestCluster } from '../test-cluster';

/** The credits of a video with the default plan. */
const CREDITS = 18;

/**
 * Asserts that all jobs of a creator have ended with correct credits, and that no invariant is violated.
 *
 * @param failing how many of the jobs were meant to fail
 * @param creditsBefore the balance before the first job
 */
export async function assertAllEnded(
  cluster: TestCluster,
  creator: LuitClient,
  { ids, failing, creditsBefore }: { ids: string[]; failing: number; creditsBefore: number },
): Promise<void> {
  const finished = await cluster.sql<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM generation.requests WHERE id = ANY($1) GROUP BY state ORDER BY state',
    [ids],
  );
  const succeeding = ids.length - failing;
  assert.deepEqual(finished, [
    { state: 'failed', count: failing },
    { state: 'succeeded', count: succeeding },
  ]);
  assert.equal((await creator.balance()).credits, creditsBefore - CREDITS * succeeding);
  assert.deepEqual(await cluster.violations(), {});
}
