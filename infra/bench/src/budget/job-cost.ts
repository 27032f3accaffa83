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

interface Reading {
  at: number;
  counts: Counts;
}

export interface Cost {
  perJob: Counts;
  perIdleSecond: Counts;
}

/**
 * Counts what a finished video costs the whole stack, beyond what the stack does in the same time while it is idle. Jobs run one after the
 * other, so that no batch contains two of them. Their owner is connected to the live updates; nobody polls the API.
 *
 * @param idleMs how long the idle stack is counted, once before the jobs and once after them
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
  const read = async (): Promise<Reading> => ({ at: performance.now(), counts: await counters.read() });
  try {
    await finish(WARM_UP_JOBS);
    await pause(STATISTICS_DELAY_MS);
    const start = await read();
    await pause(idleMs);
    const before = await read();
    await finish(jobs);
    await pause(STATISTICS_DELAY_MS);
    const after = await read();
    await pause(idleMs);
    const end = await read();
    const perIdleSecond = mean(perSecond(start, before), perSecond(after, end));
    const busy = perSecond(before, after);
    const seconds = (after.at - before.at) / 1_000;
    const perJob = eachPart(busy, (counter, part, rate) => {
      return ((rate - (perIdleSecond[counter][part] ?? 0)) * seconds) / jobs;
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

function perSecond(from: Reading, to: Reading): Counts {
  const seconds = (to.at - from.at) / 1_000;
  return eachPart(to.counts, (counter, part, count) => (count - (from.counts[counter][part] ?? 0)) / seconds);
}

function mean(one: Counts, other: Counts): Counts {
  return eachPart(other, (counter, part, rate) => (rate + (one[counter][part] ?? 0)) / 2);
}
