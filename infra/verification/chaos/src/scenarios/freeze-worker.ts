import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

const SLOW_RESPONSE = 'slow:3000';

/**
 * Sends SIGSTOP to a worker during its submission, and SIGCONT long after another worker has taken the job over. Late calls
 * of the frozen worker are rejected as `stale_lease`.
 *
 * @returns the number of rejected calls
 */
export async function freezeWorker(cluster: TestCluster, creator: LuitClient, frozenMs: number): Promise<number> {
  const marker = randomUUID();
  const rejectedBefore = await staleCalls(cluster);
  await cluster.injectFault('replicate', SLOW_RESPONSE, 30);
  const id = await cluster.untilPosted(() => creator.generate(`A frozen river ${marker}`));
  const { worker_id: frozen } = await cluster.inState(id, 'submitting');
  assert(frozen);
  const frozenAt = new Date();
  cluster.running.kill(frozen, 'SIGSTOP');
  await cluster.injectFault('replicate', SLOW_RESPONSE, 0);

  await cluster.nextWorkerEvent(id, frozenAt);
  const frozenFor = Date.now() - frozenAt.getTime();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, frozenMs - frozenFor)));
  cluster.running.kill(frozen, 'SIGCONT');

  await until('the job to finish', async () =>
    (await creator.getRequest(id)).status === 'completed' ? true : undefined,
  );
  assert.equal((await cluster.submissions(marker)).length, 1, 'submissions');
  const rejected = await until('late calls to be rejected', async () => {
    const count = (await staleCalls(cluster)) - rejectedBefore;
    return count > 0 ? count : undefined;
  });
  await cluster.untilIdle();
  assert.deepEqual(await cluster.violations(), {});
  return rejected;
}

/** Number of leases that generation refused because they were no longer current. */
async function staleCalls(cluster: TestCluster): Promise<number> {
  const url = cluster.stack.processes.generation?.metrics;
  assert(url);
  const text = await (await fetch(url)).text();
  const [, count] = /^luit_generation_stale_leases_total (\d+)$/m.exec(text) ?? [];
  return Number(count ?? 0);
}
