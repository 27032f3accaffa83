import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { BlockedTable } from '../blocked-table';
import type { TestCluster } from '../test-cluster';
import { assertSettled } from './settled';

/** Points in a round of the dispatcher at which its process is killed. */
export const STEPS = ['after the choice', 'after the record', 'before the entries', 'after the entries'] as const;
export type DispatchStep = (typeof STEPS)[number];

const JOBS = 8;
const SUBMIT_TOKENS = 'generation.submission_tokens';
/**
 * From the restart of the process until the last job is claimed: a new process dispatches at once, and compares jobs with queue
 * entries within a second. A worker repeats a claim that failed.
 */
const RECOVERED_WITHIN_MS = 6_000;

/**
 * Kills generation while its dispatcher gives slots to several jobs: after it chose them, after it recorded their slots but before
 * it knows, before their queue entries reach Redis, and after they have. Every job is claimed soon after the restart, and bought
 * once.
 *
 * The Redis connections of generation must go through a proxy.
 *
 * @returns milliseconds from the kill until a new process was ready, and until the last job was claimed
 */
export async function killDispatcher(
  cluster: TestCluster,
  creator: LuitClient,
  step: DispatchStep,
): Promise<{ restartedMs: number; claimedMs: number }> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  // Frozen workers take no entries, so that the queue shows which ones were added.
  const workers = Object.keys(cluster.stack.processes).filter((name) => name.startsWith('worker-'));
  for (const worker of workers) cluster.running.kill(worker, 'SIGSTOP');
  const table = await BlockedTable.block(cluster.stack.postgres, SUBMIT_TOKENS);
  let ids: string[];
  let killedAt: number;
  try {
    ids = await Promise.all(
      Array.from({ length: JOBS }, () => creator.generate(`A lock gate ${marker} [fail:technical]`)),
    );
    await reach(cluster, table, step, ids);
    killedAt = Date.now();
    await cluster.killAndWait('generation');
    if (step === 'after the choice') await table.terminateWaiting();
  } finally {
    await table.release();
    if (step === 'before the entries') cluster.proxies.generation?.dropConnections();
    for (const worker of workers) cluster.running.kill(worker, 'SIGCONT');
  }
  await cluster.running.untilReady('generation');
  const restartedMs = Date.now() - killedAt;
  await until('all jobs to be claimed', async () => {
    const rows = await cluster.sql(
      'SELECT FROM generation.requests WHERE id = ANY ($1) AND first_claim_at IS NOT NULL',
      [ids],
    );
    return rows.length === JOBS || undefined;
  });
  const claimedMs = Date.now() - killedAt;
  await assertSettled(cluster, creator, { before, marker, ids });
  assert(
    claimedMs - restartedMs <= RECOVERED_WITHIN_MS,
    `${step}: claimed ${claimedMs - restartedMs} ms after the restart`,
  );
  return { restartedMs, claimedMs };
}

/** Returns when the dispatcher is at this step. */
async function reach(cluster: TestCluster, table: BlockedTable, step: DispatchStep, ids: string[]): Promise<void> {
  // The first round has chosen the jobs that were there; the rest wait for the next one.
  await table.untilWaiting('dispatch_jobs');
  if (step === 'after the choice' || step === 'after the record') return;
  if (step === 'before the entries') {
    cluster.proxies.generation?.stall();
    await table.release();
    await until('the slots to be recorded', async () => ((await dispatched(cluster, ids)) > 0 ? true : undefined));
    return;
  }
  await table.release();
  await until('all entries to be added', async () => {
    return ((await cluster.queueLength('submit')) >= JOBS && (await dispatched(cluster, ids)) === JOBS) || undefined;
  });
}

async function dispatched(cluster: TestCluster, ids: string[]): Promise<number> {
  const rows = await cluster.sql('SELECT FROM generation.requests WHERE id = ANY ($1) AND dispatched_at IS NOT NULL', [
    ids,
  ]);
  return rows.length;
}
