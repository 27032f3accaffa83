import type { RunningStack } from '@luit/local/running-stack';
import { LiveConnection } from '@luit/smoke/live';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator, tokenOf } from '../http-load';
import { COUNTERS, type Counter, type Counts, type Parts, StackCounters } from './stack-counters';

const WARM_UP_JOBS = 3;
/** Mails are due after 15 seconds, handled events are deleted after 20 to 40, and idle sessions of Postgres report after ten. */
const AFTERMATH_MS = 50_000;
/** A stack is idle once two of these spans in a row use about the same processor time. */
const SPAN_MS = 30_000;
const MAX_SPANS = 10;
const ABOUT_THE_SAME = 1.25;
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
 * Counts the cost of a finished video for the whole stack, minus the idle stack's work in the same time. Jobs run one after the other, so
 * that no batch contains two of them. Their owner is connected to the live updates; no one polls the API.
 *
 * @param idleMs how long the idle stack is counted. The jobs are counted for a multiple of it, so that both times contain the same share of
 *   the idle stack's periodic work
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
    await pause(AFTERMATH_MS);
    const start = await untilIdle(read);
    await pause(idleMs);
    const before = await read();
    await finish(jobs);
    const spent = performance.now() - before.at + AFTERMATH_MS;
    await pause(AFTERMATH_MS + idleMs - (spent % idleMs));
    const after = await read();
    const perIdleSecond = perSecond(start, before);
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

/** After the start and after load, processes compile and collect garbage for minutes. On a busy machine this waits for the longest time. */
async function untilIdle(read: () => Promise<Reading>): Promise<Reading> {
  let last = await read();
  let before = Infinity;
  for (let span = 0; span < MAX_SPANS; span++) {
    await pause(SPAN_MS);
    const now = await read();
    const used = total(perSecond(last, now).cpuMs);
    last = now;
    if (Math.max(used, before) <= Math.min(used, before) * ABOUT_THE_SAME) break;
    before = used;
  }
  return last;
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
