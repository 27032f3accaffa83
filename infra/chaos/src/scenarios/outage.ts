import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import type { TestCluster } from '../test-cluster';

export interface OutageFigures {
  answers: Record<number, number>;
  /** Longest time a caller waited for any answer, milliseconds. */
  slowestMs: number;
  /** From the part's return until a video was accepted again, milliseconds. */
  recoveredMs: number;
}

const PAUSE_MS = 50;
/** Of what is asked; the others are cheap reads. */
const VIDEOS_SHARE = 0.2;
const NOTICED_WITHIN_MS = 20_000;

/**
 * Postgres or Redis is gone for a while under load. Meanwhile callers get 503 with Retry-After; afterwards everything
 * goes on without a restart of any service, and nothing is half-done.
 */
export async function outage(
  cluster: TestCluster,
  creators: LuitClient[],
  part: 'postgres' | 'redis',
  downMs: number,
): Promise<OutageFigures> {
  const pids = servicePids(cluster);
  const figures: OutageFigures = { answers: {}, slowestMs: 0, recoveredMs: 0 };
  const faults: string[] = [];
  let isOver = false;
  const load = creators.map(async (creator) => {
    while (!isOver) {
      await attempt(creator, figures, faults);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });

  await cluster.running.stopProcess(part);
  // At least until somebody noticed: a caller who had just asked waits as long as a call may take.
  await Promise.all([
    new Promise((resolve) => setTimeout(resolve, downMs)),
    until('a caller to be told of the outage', () => figures.answers[503], NOTICED_WITHIN_MS),
  ]);
  await cluster.running.startProcess(part);
  const backAt = Date.now();
  await until('a video to be accepted again', async () => creators[0]?.generate('After the storm'), 30_000);
  figures.recoveredMs = Date.now() - backAt;
  isOver = true;
  await Promise.all(load);

  assert.deepEqual(faults, []);
  await cluster.untilQuiet();
  assert.deepEqual(await cluster.violations(), {});
  assert.deepEqual(servicePids(cluster), pids, 'a service had to be restarted');
  return figures;
}

async function attempt(creator: LuitClient, figures: OutageFigures, faults: string[]): Promise<void> {
  const startedAt = Date.now();
  let status = 200;
  try {
    if (Math.random() < VIDEOS_SHARE) await creator.generate('Storm over the river', randomUUID());
    else await creator.balance();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    status = error.status;
    if (status !== 503 && status !== 402) faults.push(error.message);
    if (status === 503 && !error.retryAfter) faults.push('503 without Retry-After');
  }
  figures.answers[status] = (figures.answers[status] ?? 0) + 1;
  figures.slowestMs = Math.max(figures.slowestMs, Date.now() - startedAt);
}

function servicePids(cluster: TestCluster): Record<string, number> {
  const services = Object.entries(cluster.stack.processes).filter(
    ([name]) => !['postgres', 'redis', 'sandbox'].includes(name),
  );
  return Object.fromEntries(services.map(([name, { pid }]) => [name, pid]));
}
