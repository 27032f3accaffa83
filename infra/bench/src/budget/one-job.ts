import type { RunningStack } from '@luit/local/running-stack';
import { LiveConnection } from '@luit/smoke/live';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator, tokenOf } from '../http-load';
import { type Counts, type Parts, StackCounters } from './stack-counters';

export const EXACT_COUNTERS = ['statements', 'queueEntries', 'outboxRows', 'calls'] as const;
export type JobCost = Record<(typeof EXACT_COUNTERS)[number] | 'commits' | 'redisCommands', number>;

const WARM_UP_JOBS = 2;
const DEFAULT_JOBS = 5;
/** Over before its first poll is due, because the sandbox calls back. */
const PROMPT = 'A ferry at dawn [slow:3]';
const IDLE_MS = 12_000;
/** A job has ended when nothing that only jobs do has happened for this long. */
const QUIET_MS = 700;

interface Reading {
  at: number;
  counts: Counts;
}

/**
 * Counts what the cheapest of a few jobs costs a stack that runs with `COUNTING_SETTINGS`: a busy machine adds to some jobs, but
 * makes none cheaper.
 *
 * Statements, queue entries, outbox rows and calls that the idle stack causes too are left out, so these counts are exact. Commits
 * and Redis commands are those beyond the rate of the idle stack.
 *
 * @param most how many jobs to count
 * @param isEnough stops earlier if it accepts the cheapest counts so far
 */
export async function measureJob(
  running: RunningStack,
  most = DEFAULT_JOBS,
  isEnough: (cheapest: JobCost) => boolean = () => false,
): Promise<JobCost> {
  const creator = await fundedCreator(running, 1);
  const live = await LiveConnection.open(running.stack.api, tokenOf(creator));
  const counters = await StackCounters.open(running, live);
  const read = async (): Promise<Reading> => ({ at: performance.now(), counts: await counters.read() });
  try {
    for (let i = 0; i < WARM_UP_JOBS; i++) await live.finalState(await creator.generate(PROMPT));
    await pause(QUIET_MS);
    const start = await read();
    await pause(IDLE_MS);
    let last = await read();
    const idle = { from: start, to: last };
    const jobs: JobCost[] = [];
    while (jobs.length < most && !(jobs.length > 0 && isEnough(cheapestOf(jobs)))) {
      await live.finalState(await creator.generate(PROMPT));
      const ended = await untilQuiet(read, idle);
      jobs.push(costOf(last, ended, idle));
      last = ended;
    }
    return cheapestOf(jobs);
  } finally {
    live.close();
    await counters.close();
  }
}

interface Interval {
  from: Reading;
  to: Reading;
}

async function untilQuiet(read: () => Promise<Reading>, idle: Interval): Promise<Reading> {
  for (let before = await read(); ;) {
    await pause(QUIET_MS);
    const now = await read();
    if (EXACT_COUNTERS.every((counter) => causedByJobs(counter, before, now, idle) === 0)) return now;
    before = now;
  }
}

function cheapestOf(jobs: JobCost[]): JobCost {
  const [first] = jobs;
  if (!first) throw new Error('No job was counted');
  const counters = Object.keys(first) as (keyof JobCost)[];
  const cheapest = counters.map((counter) => [counter, Math.min(...jobs.map((job) => job[counter]))]);
  return Object.fromEntries(cheapest) as JobCost;
}

function costOf(from: Reading, to: Reading, idle: Interval): JobCost {
  const exact = EXACT_COUNTERS.map((counter) => [counter, causedByJobs(counter, from, to, idle)]);
  const beyondIdle = (of: (counts: Counts) => number): number => {
    const difference = (interval: Interval) => of(interval.to.counts) - of(interval.from.counts);
    const seconds = (interval: Interval) => interval.to.at - interval.from.at;
    const job = { from, to };
    return Math.round(difference(job) - (difference(idle) * seconds(job)) / seconds(idle));
  };
  return {
    ...(Object.fromEntries(exact) as Pick<JobCost, (typeof EXACT_COUNTERS)[number]>),
    commits: beyondIdle(({ statements }) => sumOf(statements, (name) => name.endsWith(': COMMIT'))),
    redisCommands: beyondIdle(({ redisCommands }) => sumOf(redisCommands)),
  };
}

/** Counts the parts that do not occur while the stack is idle. */
function causedByJobs(
  counter: (typeof EXACT_COUNTERS)[number],
  { counts: from }: Reading,
  { counts: to }: Reading,
  { from: idleFrom, to: idleTo }: Interval,
): number {
  const isOfJobs = (part: string) => (idleFrom.counts[counter][part] ?? 0) === (idleTo.counts[counter][part] ?? 0);
  return sumOf(to[counter], isOfJobs) - sumOf(from[counter], isOfJobs);
}

function sumOf(parts: Parts, isCounted: (part: string) => boolean = () => true): number {
  return Object.entries(parts).reduce((sum, [part, count]) => (isCounted(part) ? sum + count : sum), 0);
}
