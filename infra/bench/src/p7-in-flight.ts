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
const UNLIMITED = { concurrency: 100_000, submitsPerMinute: 10_000_000, pollsPerMinute: 10_000_000 };

interface LogEntry {
  at: string;
  method: string;
  path: string;
}

/** P7: memory and poll delay of one worker process that tracks 10,000 jobs running at the provider. */
export async function benchInFlight(): Promise<Row[]> {
  const generation = {
    PROVIDER_LIMITS: JSON.stringify({ replicate: UNLIMITED }),
    POLL_INTERVAL_MS: String(STEP_MS),
    FIRST_POLL_MS: String(STEP_MS),
  };
  return withStack(
    async (running) => {
      const database = await openDatabase(running);
      const creator = await fundedCreator(running, 1);
      const idle = await residentMegabytes(pidOf(running, 'worker-1'));
      await running.stopProcess('worker-1');
      await multiply(database, await creator.generate('Ferry [never][no-webhook]'), JOBS - 1, true);
      await running.startProcess('worker-1');
      const running10k = `SELECT count(*) = ${JOBS} AS answer FROM generation.requests WHERE state = 'running'`;
      await untilTrue(database, running10k);
      const since = Date.now();
      await pause(2.5 * STEP_MS);
      const used = await residentMegabytes(pidOf(running, 'worker-1'));
      const { late, rate } = await polls(running, since);
      await database.end();
      return rowsOf(used - idle, late, rate);
    },
    { generation },
  );
}

/** Delay of each poll of a task beyond the poll interval, in milliseconds. */
async function polls({ stack }: RunningStack, since: number): Promise<{ late: number[]; rate: number }> {
  const response = await fetch(`${stack.sandbox}/control/log?target=replicate`);
  const { entries } = (await response.json()) as { entries: LogEntry[] };
  const lastAt = new Map<string, number>();
  const late: number[] = [];
  let count = 0;
  for (const { at, method, path } of entries) {
    if (method !== 'GET') continue;
    const [time, before] = [Date.parse(at), lastAt.get(path)];
    if (time > since) count += 1;
    if (before !== undefined && time > since) late.push(time - before - STEP_MS);
    lastAt.set(path, time);
  }
  return { late, rate: count / ((Date.now() - since) / 1_000) };
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
