import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/journey/client';
import { until } from '@luit/journey/until';
import type { Arena } from '../arena';

const SLOW_ANSWER = 'slow:3000';

/**
 * SIGSTOP on a worker in the middle of its post, SIGCONT long after another one took the job over: what the frozen one
 * still says is refused as `stale_lease`.
 *
 * @returns how many of its calls were refused
 */
export async function freezeWorker(arena: Arena, creator: LuitClient, frozenMs: number): Promise<number> {
  const marker = randomUUID();
  const refusedBefore = await staleRefusals(arena);
  await arena.fault('replicate', SLOW_ANSWER, 30);
  const id = await arena.untilPosted(() => creator.generate(`A frozen river ${marker}`));
  const { worker_id: frozen } = await arena.inState(id, 'submitting');
  assert(frozen);
  const frozenAt = new Date();
  arena.running.kill(frozen, 'SIGSTOP');
  await arena.fault('replicate', SLOW_ANSWER, 0);

  await arena.nextEffect(id, frozenAt);
  const frozenFor = Date.now() - frozenAt.getTime();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, frozenMs - frozenFor)));
  arena.running.kill(frozen, 'SIGCONT');

  await until('the end', async () => ((await creator.getRequest(id)).status === 'completed' ? true : undefined));
  assert.equal((await arena.submissions(marker)).length, 1, 'submissions');
  const refused = await until('the late effects to be refused', async () => {
    const count = (await staleRefusals(arena)) - refusedBefore;
    return count > 0 ? count : undefined;
  });
  await arena.untilQuiet();
  assert.deepEqual(await arena.violations(), {});
  return refused;
}

/** Calls that generation refused because their lease was an older one. */
async function staleRefusals(arena: Arena): Promise<number> {
  const url = arena.stack.processes.generation?.metrics;
  assert(url);
  const text = await (await fetch(url)).text();
  const counts = text.matchAll(/^luit_call_duration_seconds_count\{[^}]*outcome="stale_lease"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
