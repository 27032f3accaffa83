import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

const AT_ONCE = 8;

/**
 * Generation or billing is killed while requests are being accepted, at a moment that moves from round to round.
 * Whoever asks again with the same key gets one request; no credit stays held, no job runs unpaid.
 *
 * @returns how many requests were cut off and asked for again
 */
export async function killAccepting(
  cluster: TestCluster,
  creator: LuitClient,
  service: 'generation' | 'billing',
  rounds: number,
): Promise<number> {
  const before = (await creator.balance()).credits;
  const accepted = new Set<string>();
  let cutOff = 0;
  for (let round = 0; round < rounds; round++) {
    const keys = Array.from({ length: AT_ONCE }, () => randomUUID());
    const first = keys.map((key) => creator.generate('Between two banks', key));
    await new Promise((resolve) => setTimeout(resolve, (round * 40) / rounds));
    cluster.running.kill(service, 'SIGKILL');
    const answers = await Promise.allSettled(first);
    cutOff += answers.filter((answer) => answer.status === 'rejected').length;
    await cluster.running.untilReady(service);
    for (const key of keys) {
      accepted.add(await until('a definite answer', () => creator.generate('Between two banks', key)));
    }
  }
  await cluster.untilQuiet(90_000);
  assert.equal(accepted.size, rounds * AT_ONCE);
  assert.equal((await creator.balance()).credits, before - 18 * accepted.size);
  assert.deepEqual(await cluster.violations(), {});
  return cutOff;
}
