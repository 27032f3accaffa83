import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

const SLOW_ANSWER = 'slow:3000';

/**
 * SIGSTOP on a worker in the middle of its post, SIGCONT long after another one took the job over: what the frozen one
 * still says is refused as `stale_lease`.
 *
 * @returns how many of its calls were refused
 */
export async function freezeWorker(cluster: TestCluster, creator: LuitClient, frozenMs: number): Promise<number> {
  const marker = randomUUID();
  const refusedBefore = await staleRefusals(cluster);
  await cluster.fault('replicate', SLOW_ANSWER, 30);
  const id = await cluster.untilPosted(() => creator.generate(`A frozen river ${marker}`));
  const { worker_id: frozen } = await cluster.inState(id, 'submitting');
  assert(frozen);
  const frozenAt = new Date();
  cluster.running.kill(frozen, 'SIGSTOP');
  await cluster.fault('replicate', SLOW_ANSWER, 0);

  await cluster.nextEffect(id, frozenAt);
  const frozenFor = Date.now() - frozenAt.getTime();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, frozenMs - frozenFor)));
  cluster.running.kill(frozen, 'SIGCONT');

  await until('the end', async () => ((await creator.getRequest(id)).status === 'completed' ? true : undefined));
  assert.equal((await cluster.submissions(marker)).length, 1, 'submissions');
  const refused = await until('the late effects to be refused', async () => {
    const count = (await staleRefusals(cluster)) - refusedBefore;
    return count > 0 ? count : undefined;
  });
  await cluster.untilQuiet();
  assert.deepEqual(await cluster.violations(), {});
  return refused;
}

/** Calls that generation refused because their lease was an older one. */
async function staleRefusals(cluster: TestCluster): Promise<number> {
  const url = cluster.stack.processes.generation?.metrics;
  assert(url);
  const text = await (await fetch(url)).text();
  const counts = text.matchAll(/^luit_call_duration_seconds_count\{[^}]*outcome="stale_lease"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
