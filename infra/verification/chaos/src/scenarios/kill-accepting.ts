import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

const CONCURRENCY = 8;

/**
 * Kills generation or billing while it accepts requests, a little later in each round. Retries with the same key get one
 * request; no credits stay held, and no job runs unpaid.
 *
 * @returns the number of requests that were interrupted and retried
 */
export async function killAccepting(
  cluster: TestCluster,
  creator: LuitClient,
  service: 'generation' | 'billing',
  rounds: number,
): Promise<number> {
  const before = (await creator.balance()).credits;
  const accepted = new Set<string>();
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    const keys = Array.from({ length: CONCURRENCY }, () => randomUUID());
    const first = keys.map((key) => creator.generate('Between two banks', key));
    await new Promise((resolve) => setTimeout(resolve, (round * 40) / rounds));
    cluster.running.kill(service, 'SIGKILL');
    const results = await Promise.allSettled(first);
    interrupted += results.filter((result) => result.status === 'rejected').length;
    await cluster.running.untilReady(service);
    for (const key of keys) {
      accepted.add(await until('a definite response', () => creator.generate('Between two banks', key)));
    }
  }
  await cluster.untilIdle(90_000);
  assert.equal(accepted.size, rounds * CONCURRENCY);
  assert.equal((await creator.balance()).credits, before - 18 * accepted.size);
  assert.deepEqual(await cluster.violations(), {});
  return interrupted;
}
