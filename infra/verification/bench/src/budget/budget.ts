import { startThrowawayStack, NO_RATE_LIMITS } from '@luit/local/throwaway-stack';
import type { Row } from '../report';
import { measureJobCost, total } from './job-cost';
import { COUNTERS, COUNTING_SETTINGS, type Counter, type Counts } from './stack-counters';

const JOBS = 20;
/** Whole minutes, because much of an idle stack's work runs once a minute. */
const IDLE_MS = 60_000;
/** Parts below it are left out of the breakdown. */
const MIN_SHOWN = 0.2;

const LABELS: Record<Counter, string> = {
  commits: 'Postgres commits',
  roundTrips: 'Postgres round trips',
  messageRoundTrips: 'Postgres round trips caused by messages',
  messageCommits: 'Postgres commits caused by messages',
  rowsInserted: 'rows inserted',
  rowsUpdated: 'rows updated',
  walBytes: 'bytes of WAL',
  redisCommands: 'Redis commands, those in scripts included',
  queueEntries: 'BullMQ entries',
  outboxRows: 'outbox rows',
  calls: 'calls between services',
  pushes: "pushes to the owner's socket",
  cpuMs: 'ms of processor time, without ffmpeg and sandbox',
  statements: 'Postgres statements',
};

const PER_JOB: Partial<Record<Counter, number>> = {
  commits: 20,
  roundTrips: 30,
  rowsInserted: 20,
  rowsUpdated: 20,
  walBytes: 35_000,
  redisCommands: 250,
  queueEntries: 4,
  outboxRows: 5,
  calls: 6,
  pushes: 5,
  cpuMs: 120,
};

const PER_IDLE_SECOND: Partial<Record<Counter, number>> = { commits: 5, redisCommands: 20, cpuMs: 15 };

/** The counted cost of one finished video and of one idle second for the whole stack, and the limits of these costs. */
export async function benchBudget(): Promise<Row[]> {
  const { running, close } = await startThrowawayStack({
    env: { gateway: NO_RATE_LIMITS },
    postgresSettings: COUNTING_SETTINGS,
  });
  try {
    const { perJob, perIdleSecond } = await measureJobCost(running, { jobs: JOBS, idleMs: IDLE_MS });
    printBreakdown('a finished video', perJob);
    printBreakdown('an idle second', perIdleSecond);
    return [...rows('per video', perJob, PER_JOB), ...rows('per idle second', perIdleSecond, PER_IDLE_SECOND)];
  } finally {
    await close(true);
  }
}

function rows(of: string, counts: Counts, budget: Partial<Record<Counter, number>>): Row[] {
  return COUNTERS.flatMap((counter) => {
    const limit = budget[counter];
    if (limit === undefined) return [];
    const counted = total(counts[counter]);
    return {
      id: 'budget',
      metric: `${of}: ${LABELS[counter]}`,
      ours: counted.toFixed(1),
      baseline: '–',
      ratio: '–',
      target: `≤ ${limit}`,
      isMet: counted <= limit,
    };
  });
}

function printBreakdown(of: string, counts: Counts): void {
  for (const counter of COUNTERS) {
    const parts = Object.entries(counts[counter]).filter(([, count]) => Math.abs(count) >= MIN_SHOWN);
    if (parts.length === 0) continue;
    console.log(`\n  ${of}: ${total(counts[counter]).toFixed(1)} ${LABELS[counter]}`);
    for (const [part, count] of parts.sort(([, a], [, b]) => b - a))
      console.log(`  ${count.toFixed(1).padStart(9)}  ${part}`);
  }
}
