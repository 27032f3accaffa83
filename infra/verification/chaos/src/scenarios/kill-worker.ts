import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@luit/smoke/until';
import type { LuitClient } from '@luit/smoke/client';
import type { TestCluster } from '../test-cluster';

/** Points in a job's life at which its worker is killed. */
export const MOMENTS = [
  'before submission',
  'during submission',
  'right after submission',
  'tracking',
  'copying',
] as const;
export type Moment = (typeof MOMENTS)[number];

const RESUMED_WITHIN_MS = 10_000;
const SLOW_RESPONSE = 'slow:1500';

/**
 * Kills the worker that runs a job. The job must succeed, be submitted once and captured once, and be resumed in time.
 *
 * @returns milliseconds until a worker resumed the job
 */
export async function killWorker(cluster: TestCluster, creator: LuitClient, moment: Moment): Promise<number> {
  const marker = randomUUID();
  const before = (await creator.balance()).credits;
  const id = await startJobAt(cluster, creator, marker, moment);
  const [job] = await cluster.sql<{ worker_id: string }>('SELECT worker_id FROM generation.requests WHERE id = $1', [
    id,
  ]);
  assert(job?.worker_id, `no worker runs ${id}`);
  const killedAt = new Date();
  cluster.running.kill(job.worker_id, 'SIGKILL');
  await cluster.injectFault('replicate', 'down', 0);
  await cluster.injectFault('replicate', SLOW_RESPONSE, 0);

  const resumedAt = await cluster.nextWorkerEvent(id, killedAt);
  const request = await until(
    `${id} to finish`,
    async () => {
      const found = await creator.getRequest(id);
      return found.status === 'processing' ? undefined : found;
    },
    60_000,
  );
  assert.equal(request.status, 'completed', `killed ${moment}: ${JSON.stringify(request.error)}`);
  assert.equal((await cluster.submissions(marker)).length, 1, `killed ${moment}: submissions`);
  await cluster.untilIdle();
  assert.equal((await creator.balance()).credits, before - request.credits);
  assert.deepEqual(await cluster.violations(), {});

  const resumedAfter = resumedAt.getTime() - killedAt.getTime();
  assert(resumedAfter <= RESUMED_WITHIN_MS, `killed ${moment}: resumed after ${resumedAfter} ms`);
  return resumedAfter;
}

/** Creates a job and waits until it reaches `moment`. */
async function startJobAt(cluster: TestCluster, creator: LuitClient, marker: string, moment: Moment): Promise<string> {
  const generate = (directives = ''): Promise<string> => creator.generate(`A ferry ${marker} ${directives}`);
  switch (moment) {
    case 'before submission': {
      await cluster.injectFault('replicate', 'down', 30);
      const id = await generate();
      await cluster.inState(id, 'submitting');
      return id;
    }
    case 'during submission': {
      await cluster.injectFault('replicate', SLOW_RESPONSE, 30);
      return cluster.untilPosted(() => generate());
    }
    case 'right after submission': {
      const id = await generate('[slow:4]');
      await until('the response to the submission', async () => {
        const [post] = await cluster.submissions(marker);
        return post?.status === 201 ? true : undefined;
      });
      return id;
    }
    case 'tracking': {
      // The first poll comes after at most ten seconds; a callback would end the job without another one.
      const id = await generate('[slow:12][no-webhook]');
      await cluster.inState(id, 'running');
      await until('a poll', async () => {
        const [row] = await cluster.sql(`SELECT 1 FROM generation.requests WHERE id = $1 AND lease > 1`, [id]);
        return row;
      });
      return id;
    }
    case 'copying': {
      const id = await generate();
      await cluster.inState(id, 'running');
      await cluster.injectFault('replicate', SLOW_RESPONSE, 30);
      await cluster.inState(id, 'collecting');
      return id;
    }
  }
}
