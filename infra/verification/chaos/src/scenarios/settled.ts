import assert from 'node:assert/strict';
import type { LuitClient } from '@luit/smoke/client';
import type { TestCluster } from '../test-cluster';

const ENDS_WITHIN_MS = 90_000;

interface Expected {
  /** The credits of the creator before the first job. */
  before: number;
  /** Part of the prompt of every job. */
  marker: string;
  /** The accepted requests. */
  ids: string[];
}

/**
 * Waits until every job has ended, then checks that each one was bought once at its provider, that nothing else was bought, that the
 * creator paid only for the jobs that succeeded, and that all invariants hold.
 */
export async function assertSettled(
  cluster: TestCluster,
  creator: LuitClient,
  { before, marker, ids }: Expected,
): Promise<void> {
  await cluster.untilIdle(ENDS_WITHIN_MS);
  const jobs = await cluster.sql<{ id: string; state: string; credits: number; client_ref: string }>(
    `SELECT id, state, credits, client_ref FROM generation.requests
      WHERE prompt LIKE '%' || $1 || '%' AND state <> 'rejected' ORDER BY id`,
    [marker],
  );
  assert.equal(jobs.map(({ id }) => id).join(), [...ids].sort().join(), 'accepted requests');
  const bought = await cluster.tasksByJob();
  for (const { id, client_ref: ref } of jobs) assert.equal(bought.get(ref), 1, `tasks of ${id}`);
  const marked = await cluster.submissions(marker);
  assert.equal(marked.filter(({ status }) => status === 201).length, jobs.length, 'submissions');
  const paid = jobs.filter(({ state }) => state === 'succeeded').reduce((sum, { credits }) => sum + credits, 0);
  assert.equal((await creator.balance()).credits, before - paid, 'credits');
  assert.deepEqual(await cluster.violations(), {});
}
