import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

export interface OutageFigures {
  /** Number of responses by status. */
  responses: Record<number, number>;
  /** Longest time that a client waited for a response, milliseconds. */
  slowestMs: number;
  /** From the component's restart until a video was accepted again, milliseconds. */
  recoveredMs: number;
}

const PAUSE_MS = 50;
/** Share of requests that create videos; the others are cheap reads. */
const VIDEOS_SHARE = 0.2;
const NOTICED_WITHIN_MS = 60_000;

/**
 * Stops Postgres or Redis for a while under load. Clients get 503 with Retry-After; afterward everything recovers without
 * a restart of any service, and nothing is left incomplete.
 */
export async function outage(
  cluster: TestCluster,
  creators: LuitClient[],
  part: 'postgres' | 'redis',
  downMs: number,
): Promise<OutageFigures> {
  const pids = cluster.servicePids();
  const figures: OutageFigures = { responses: {}, slowestMs: 0, recoveredMs: 0 };
  const problems: string[] = [];
  let isOver = false;
  const load = creators.map(async (creator) => {
    while (!isOver) {
      await attempt(creator, figures, problems);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });

  await cluster.running.stopProcess(part);
  // The outage lasts until a client has noticed it: a call that has just started may wait until its deadline.
  await Promise.all([
    new Promise((resolve) => setTimeout(resolve, downMs)),
    until('a client to get a 503', () => figures.responses[503], NOTICED_WITHIN_MS),
  ]);
  await cluster.running.startProcess(part);
  const backAt = Date.now();
  await until('a video to be accepted again', async () => creators[0]?.generate('After the outage'));
  figures.recoveredMs = Date.now() - backAt;
  isOver = true;
  await Promise.all(load);

  assert.deepEqual(problems, []);
  await cluster.untilIdle();
  assert.deepEqual(await cluster.violations(), {});
  assert.deepEqual(cluster.servicePids(), pids, 'a service had to be restarted');
  return figures;
}

async function attempt(creator: LuitClient, figures: OutageFigures, problems: string[]): Promise<void> {
  const startedAt = Date.now();
  let status = 200;
  try {
    if (Math.random() < VIDEOS_SHARE) await creator.generate('Rain over the river', randomUUID());
    else await creator.balance();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    status = error.status;
    if (status !== 503 && status !== 402) problems.push(error.message);
    if (status === 503 && !error.retryAfter) problems.push('503 without Retry-After');
  }
  figures.responses[status] = (figures.responses[status] ?? 0) + 1;
  figures.slowestMs = Math.max(figures.slowestMs, Date.now() - startedAt);
}
