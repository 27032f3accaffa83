import { generationCalls } from '@luit/contracts/generation/messages';
import type { RunningStack } from '@luit/local/running-stack';
import { LiveConnection } from '@luit/smoke/live';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator, tokenOf } from '../http-load';
import { type Counts, type Parts, StackCounters } from './stack-counters';

/** Counted exactly: pollers, scrapes and checks of the stack do not change them. */
export const EXACT_COUNTERS = ['messageRoundTrips', 'messageCommits', 'queueEntries', 'outboxRows', 'calls'] as const;
export type JobCost = Record<(typeof EXACT_COUNTERS)[number] | 'redisCommands', number>;

const WARM_UP_JOBS = 2;
const JOBS = 5;
/**
 * The sandbox calls back when it is over. The first poll is due at one and a half times the usual duration, so a machine must be
 * slow for three seconds before a job is polled.
 */
const PROMPT = 'A ferry at dawn [slow:6]';
const IDLE_MS = 12_000;
/** Generation keeps measured run times for ten seconds. Each job reads them, if jobs start at least this far apart. */
const APART_MS = 10_500;
/** A lease is renewed each second, so how often depends on how long the machine takes to finish an output. */
const RENEWALS = generationCalls.renewLeases.name;
/** A job has ended when nothing that only jobs do has happened for this long. */
const QUIET_MS = 700;

interface Reading {
  at: number;
  /** Number of earlier readings. */
  readings: number;
  counts: Counts;
}

interface Interval {
  from: Reading;
  to: Reading;
}

/**
 * Counts the cost of the cheapest of a few jobs in a stack that runs with `COUNTING_SETTINGS`: a busy machine makes some jobs more
 * expensive, but none cheaper.
 *
 * Calls that the idle stack makes too are left out, and so are renewals of leases. Redis commands exclude the rate of the idle stack and
 * the commands of the readings, which scrape the services.
 *
 */
export async function measureJob(running: RunningStack): Promise<JobCost> {
  const creator = await fundedCreator(running, 1);
  const live = await LiveConnection.open(running.stack.api, tokenOf(creator));
  const counters = await StackCounters.open(running, live);
  let readings = 0;
  const read = async (): Promise<Reading> => ({
    at: performance.now(),
    counts: await counters.read(),
    readings: readings++,
  });
  try {
    for (let i = 0; i < WARM_UP_JOBS; i++) await live.finalState(await creator.generate(PROMPT));
    await pause(QUIET_MS);
    const first = await read();
    const start = await read();
    const perReading = commandsOf({ from: first, to: start });
    await pause(IDLE_MS);
    let last = await read();
    const idle = { from: start, to: last };
    const jobs: JobCost[] = [];
    while (jobs.length < JOBS) {
      const apart = pause(APART_MS);
      await live.finalState(await creator.generate(PROMPT));
      const ended = await untilQuiet(read, idle);
      jobs.push(costOf({ from: last, to: ended }, idle, perReading));
      last = ended;
      await apart;
    }
    return cheapestOf(jobs);
  } finally {
    live.close();
    await counters.close();
  }
}

async function untilQuiet(read: () => Promise<Reading>, idle: Interval): Promise<Reading> {
  for (let from = await read(); ;) {
    await pause(QUIET_MS);
    const to = await read();
    if (EXACT_COUNTERS.every((counter) => exactCount(counter, { from, to }, idle) === 0)) return to;
    from = to;
  }
}

/** The lowest of each count: what disturbs a job, such as a reload of revoked sessions, adds to one count or another. */
function cheapestOf(jobs: JobCost[]): JobCost {
  const [first] = jobs;
  if (!first) throw new Error('No job was counted');
  const counters = Object.keys(first) as (keyof JobCost)[];
  const cheapest = counters.map((counter) => [counter, Math.min(...jobs.map((job) => job[counter]))]);
  return Object.fromEntries(cheapest) as JobCost;
}

function costOf(job: Interval, idle: Interval, perReading: number): JobCost {
  const exact = EXACT_COUNTERS.map((counter) => [counter, exactCount(counter, job, idle)]);
  const commands = (interval: Interval) =>
    commandsOf(interval) - perReading * (interval.to.readings - interval.from.readings);
  const duration = ({ from, to }: Interval) => to.at - from.at;
  return {
    ...(Object.fromEntries(exact) as Pick<JobCost, (typeof EXACT_COUNTERS)[number]>),
    redisCommands: Math.round(commands(job) - (commands(idle) * duration(job)) / duration(idle)),
  };
}

function commandsOf({ from, to }: Interval): number {
  return sumOf(to.counts.redisCommands) - sumOf(from.counts.redisCommands);
}

function exactCount(counter: (typeof EXACT_COUNTERS)[number], { from, to }: Interval, idle: Interval): number {
  const isOfJobs = (part: string) =>
    counter !== 'calls' ||
    (part !== RENEWALS && (idle.from.counts.calls[part] ?? 0) === (idle.to.counts.calls[part] ?? 0));
  return sumOf(to.counts[counter], isOfJobs) - sumOf(from.counts[counter], isOfJobs);
}

function sumOf(parts: Parts, isCounted: (part: string) => boolean = () => true): number {
  return Object.entries(parts).reduce((sum, [part, count]) => (isCounted(part) ? sum + count : sum), 0);
}
