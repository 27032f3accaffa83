import type { RunningStack } from '@luit/local/running-stack';
import { LiveConnection } from '@luit/smoke/live';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator, tokenOf } from '../http-load';
import { COUNTERS, type Counter, type Counts, type Parts, StackCounters } from './stack-counters';

const WARM_UP_JOBS = 3;
/** An idle session of Postgres reports its statistics after ten seconds. */
const STATISTICS_DELAY_MS = 11_000;
const PACKS = 1;

export interface Cost {
  perJob: Counts;
  perIdleSecond: Counts;
}

/**
 * Counts what a finished video costs the whole stack, beyond what the stack does while it is idle. Jobs run one after the
 * other, so that no batch contains two of them. Their owner is connected to the live updates; nobody polls the API.
 */
export async function measureJobCost(
  running: RunningStack,
  { jobs, idleMs }: { jobs: number; idleMs: number },
): Promise<Cost> {
  const creator = await fundedCreator(running, PACKS);
  const live = await LiveConnection.open(running.stack.api, tokenOf(creator));
  const counters = await StackCounters.open(running, live);
  const finish = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await live.finalState(await creator.generate(`A ferry at dawn, take ${i}`));
  };
  try {
    await counters.checkpoint();
    await finish(WARM_UP_JOBS);
    await pause(STATISTICS_DELAY_MS);
    const start = { at: performance.now(), counts: await counters.read() };
    await pause(idleMs);
    const idle = { at: performance.now(), counts: await counters.read() };
    await finish(jobs);
    await pause(STATISTICS_DELAY_MS);
    const end = { at: performance.now(), counts: await counters.read() };

    const perIdleSecond = eachPart(idle.counts, (counter, part, count) => {
      return (count - (start.counts[counter][part] ?? 0)) / ((idle.at - start.at) / 1_000);
    });
    const perJob = eachPart(end.counts, (counter, part, count) => {
      const whileIdle = (perIdleSecond[counter][part] ?? 0) * ((end.at - idle.at) / 1_000);
      return (count - (idle.counts[counter][part] ?? 0) - whileIdle) / jobs;
    });
    return { perJob, perIdleSecond };
  } finally {
    live.close();
    await counters.close();
  }
}

export const total = (parts: Parts): number => Object.values(parts).reduce((sum, count) => sum + count, 0);

function eachPart(counts: Counts, compute: (counter: Counter, part: string, count: number) => number): Counts {
  const computed = COUNTERS.map((counter) => {
    const parts = Object.entries(counts[counter]).map(
      ([part, count]) => [part, compute(counter, part, count)] as const,
    );
    return [counter, Object.fromEntries(parts)] as const;
  });
  return Object.fromEntries(computed) as Counts;
}
