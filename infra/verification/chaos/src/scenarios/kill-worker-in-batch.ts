import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';
import { assertSettled } from './settled';

const JOBS = 8;
const SLOW_RESPONSE = 'slow:1500';
const RESUMED_WITHIN_MS = 10_000;

export type WorkerBatch = 'submissions' | 'polls';

const STATES = { submissions: 'submitting', polls: 'running' } as const;

interface InFlight {
  worker: string;
  jobs: { id: string; lease: number }[];
}

/**
 * Kills a worker while the provider has not answered several of its requests. Each job is taken over in time, bought once and
 * ends with the right credits.
 *
 * @returns the number of requests in flight, and the milliseconds until the last of their jobs was taken over
 */
export async function killWorkerInBatch(
  cluster: TestCluster,
  creator: LuitClient,
  kind: WorkerBatch,
): Promise<{ jobs: number; resumedMs: number }> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const send = () =>
    Promise.all(
      Array.from({ length: JOBS }, () => creator.generate(`A raft ${marker} [slow:6][no-webhook][fail:technical]`)),
    );
  if (kind === 'submissions') await cluster.injectFault('replicate', SLOW_RESPONSE, 30);
  const ids = await send();
  if (kind === 'polls') {
    for (const id of ids) await cluster.inState(id, 'running');
    await cluster.injectFault('replicate', SLOW_RESPONSE, 30);
  }
  const { worker, jobs } = await untilInFlight(cluster, ids, STATES[kind]);
  const killedAt = Date.now();
  cluster.running.kill(worker, 'SIGKILL');
  await cluster.injectFault('replicate', SLOW_RESPONSE, 0);

  await until('another worker to take the jobs over', async () => {
    const rows = await cluster.sql(
      `SELECT FROM generation.requests JOIN unnest($1::uuid[], $2::bigint[]) AS killed (id, lease) USING (id)
        WHERE requests.lease > killed.lease OR requests.completed_at IS NOT NULL`,
      [jobs.map(({ id }) => id), jobs.map(({ lease }) => lease)],
    );
    return rows.length === jobs.length || undefined;
  });
  const resumedMs = Date.now() - killedAt;
  await assertSettled(cluster, creator, { before, marker, ids });
  assert(resumedMs <= RESUMED_WITHIN_MS, `taken over after ${resumedMs} ms`);
  return { jobs: jobs.length, resumedMs };
}

/** Waits until a worker has sent several requests for these jobs and has no answer yet. */
function untilInFlight(cluster: TestCluster, ids: string[], state: string): Promise<InFlight> {
  return until('a worker with several requests in flight', async () => {
    const [row] = await cluster.sql<InFlight>(
      `SELECT worker_id AS worker, jsonb_agg(jsonb_build_object('id', id, 'lease', lease)) AS jobs
         FROM generation.requests WHERE id = ANY ($1) AND state = $2 AND lease_expires_at > now()
        GROUP BY worker_id HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT 1`,
      [ids, state],
    );
    return row;
  });
}
