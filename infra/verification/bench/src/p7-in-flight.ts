import type { RunningStack } from '@luit/local/running-stack';
import { setTimeout as pause } from 'node:timers/promises';
import { fundedCreator } from './http-load';
import { quantile } from './paired';
import { multiply } from './queued-jobs';
import { type Row, formatNumber } from './report';
import { openDatabase, pidOf, residentMegabytes, untilTrue, withStack } from './stack-bench';

const JOBS = 10_000;
const POLLS_PER_SECOND = 300;
const STEP_MS = Math.round((JOBS / POLLS_PER_SECOND) * 1_000);
/** At 300 polls a second, a third of the log's capacity. Milliseconds. */
const READ_LOG_MS = 5_000;
const NO_LIMITS = `UPDATE provider_instances SET concurrency = 10000, submits_per_minute = 1000000, polls_per_minute = 1000000`;

interface LogEntry {
  at: string;
  method: string;
  path: string;
}

/** P7: memory and poll delay of one worker process that tracks 10,000 jobs running at the provider. */
export async function benchInFlight(): Promise<Row[]> {
  const generation = { POLL_INTERVAL_MS: String(STEP_MS) };
  return withStack(
    async (running) => {
      const database = await openDatabase(running);
      await database.query(NO_LIMITS);
      const creator = await fundedCreator(running, 1);
      const idle = await residentMegabytes(pidOf(running, 'worker-1'));
      await running.stopProcess('worker-1');
      await multiply(database, await creator.generate('Ferry [never][no-webhook]'), JOBS - 1, true);
      await running.startProcess('worker-1');
      const running10k = `SELECT count(*) = ${JOBS} AS answer FROM generation.requests WHERE state = 'running'`;
      await untilTrue(database, running10k);
      const { late, rate } = await observePolls(running, 2.5 * STEP_MS);
      const used = await residentMegabytes(pidOf(running, 'worker-1'));
      await database.end();
      return rowsOf(used - idle, late, rate);
    },
    { generation },
  );
}

/**
 * Polls of tasks for a while. The sandbox keeps its latest 5,000 requests only, so its log is read again and again.
 *
 * @returns the delay of each poll beyond the poll interval, milliseconds, and the polls per second from the first poll on
 */
async function observePolls({ stack }: RunningStack, forMs: number): Promise<{ late: number[]; rate: number }> {
  const since = Date.now();
  const timesByTask = new Map<string, Set<number>>();
  while (Date.now() - since < forMs) {
    await pause(READ_LOG_MS);
    const response = await fetch(`${stack.sandbox}/control/log?target=replicate`);
    const { entries } = (await response.json()) as { entries: LogEntry[] };
    for (const { at, method, path } of entries) {
      const time = Date.parse(at);
      if (method !== 'GET' || time <= since) continue;
      timesByTask.set(path, (timesByTask.get(path) ?? new Set()).add(time));
    }
  }
  const times = [...timesByTask.values()].map((seen) => [...seen].sort((a, b) => a - b));
  const late = times.flatMap((seen) => seen.slice(1).map((time, i) => time - (seen[i] ?? 0) - STEP_MS));
  const all = times.flat().sort((a, b) => a - b);
  // Nothing is due in the first seconds: the jobs were submitted at the same time.
  const seconds = ((all.at(-1) ?? since) - (all[0] ?? since)) / 1_000;
  return { late, rate: all.length / seconds };
}

function rowsOf(megabytes: number, late: number[], rate: number): Row[] {
  const p99 = quantile(late, 0.99);
  const isFast = rate >= POLLS_PER_SECOND * 0.95;
  return [
    {
      id: 'P7',
      metric: `memory of one worker process over idle, ${JOBS} jobs in flight`,
      ours: `${formatNumber(megabytes)} MiB`,
      baseline: '–',
      ratio: '–',
      target: '≤ 100 MiB',
      isMet: megabytes <= 100,
    },
    {
      id: 'P7',
      metric: `poll delay, p99, at ${formatNumber(rate)} of ${POLLS_PER_SECOND} polls/s (${late.length} polls)`,
      ours: `${formatNumber(p99)} ms`,
      baseline: '–',
      ratio: '–',
      target: '≤ 1000 ms',
      isMet: isFast && p99 <= 1_000,
    },
  ];
}
