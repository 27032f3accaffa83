import { type Browser, chromium, type Page } from '@playwright/test';
import type { RunningStack } from '@luit/local/running-stack';
import { chromiumPath } from '@luit/local/system-programs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { longestTasks, type Tasks } from './main-thread-tasks';
import { fundedCreator } from './http-load';
import { type Row, formatNumber } from './report';
import { sharedColumns } from './request-copies';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const JOBS_PER_SECOND = 50;
const TICK_MS = 100;
const SECONDS = 25;
const LONG_TASK_MS = 50;
/** Broadcasts may be lost. If fewer jobs reach the screen, the measurement is invalid. */
const MIN_SHOWN = 0.9;

/**
 * Measures the jobs screen in a browser while 50 jobs a second settle. The benchmark updates rows as workers would; the rest
 * is real, from the triggers that publish the change to the table that shows it. A task is long if it uses 50 ms of CPU time
 * on the page's main thread. Wall-clock time also includes waiting for the CPU of a busy machine.
 */
export async function benchJobsScreen(): Promise<Row[]> {
  return withStack(async (running) => {
    const database = await openDatabase(running);
    const template = await finishedJob(running, database);
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const { tasks, longTasks, frames } = await measure(browser, running, () => settle(database, template));
      const row = (metric: string, ours: string, isMet: boolean | null): Row => {
        return {
          id: '–',
          metric,
          ours,
          baseline: '–',
          ratio: '–',
          target: isMet === null ? '–' : `≤ ${LONG_TASK_MS} ms`,
          isMet,
        };
      };
      return [
        row(
          `longest task of the jobs screen, CPU time, ${JOBS_PER_SECOND} jobs/s for ${SECONDS} s`,
          `${formatNumber(tasks.longestCpuMs)} ms (${tasks.count} tasks, ${tasks.longCpu} over ${LONG_TASK_MS} ms)`,
          tasks.longestCpuMs <= LONG_TASK_MS,
        ),
        row(
          'the same in wall-clock time',
          `${formatNumber(tasks.longestMs)} ms (${tasks.long} over ${LONG_TASK_MS} ms)`,
          null,
        ),
        row('long tasks that the page observed', summarize(longTasks), null),
        row('long animation frames that the page observed', summarize(frames), null),
      ];
    } finally {
      await browser.close();
      await database.end();
    }
  });
}

function summarize(durations: number[]): string {
  return durations.length === 0 ? 'none' : `${durations.length}, longest ${formatNumber(Math.max(...durations))} ms`;
}

/** Creates a job and waits until a worker has finished it. */
async function finishedJob(running: RunningStack, database: Client): Promise<string> {
  const creator = await fundedCreator(running, 1);
  const id = await creator.generate('A ferry crossing at dawn');
  await untilTrue(database, `SELECT money_state = 'captured' AS answer FROM generation.requests WHERE id = $1`, [id]);
  return id;
}

async function measure(browser: Browser, { stack }: RunningStack, work: () => Promise<string[]>) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const shown = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (text.includes('"job.updated"')) for (const [, id] of text.matchAll(/"id":"([0-9a-f-]{36})"/g)) shown.add(id!);
    }),
  );
  await page.addInitScript({ content: OBSERVE });
  await openJobs(page, stack);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const since = await page.evaluate<number>('performance.now()');
  const ids = await work();
  const observed = (await page.evaluate<LongEntry[]>('window.longEntries')).filter(({ at }) => at >= since);
  const tasks: Tasks = longestTasks(await browser.stopTracing(), LONG_TASK_MS);
  const arrived = ids.filter((id) => shown.has(id)).length;
  console.log(`  ${ids.length} jobs settled, ${arrived} of them reached the screen`);
  if (arrived < ids.length * MIN_SHOWN) throw new Error('Too few updates reached the screen');
  const of = (type: string) => observed.filter((each) => each.type === type).map(({ duration }) => duration);
  return { tasks, longTasks: of('longtask'), frames: of('long-animation-frame') };
}

interface LongEntry {
  type: string;
  at: number;
  duration: number;
}

/** A script that runs in the page. */
const OBSERVE = `
  window.longEntries = [];
  new PerformanceObserver((list) => {
    for (const { entryType: type, startTime: at, duration } of list.getEntries()) window.longEntries.push({ type, at, duration });
  }).observe({ entryTypes: ['longtask', 'long-animation-frame'] });
`;

async function openJobs(page: Page, { admin, adminEmail, adminPassword }: RunningStack['stack']): Promise<void> {
  await page.goto(admin);
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Table: Jobs' }).getByRole('row').nth(1).waitFor();
}

/** Starts copies of a finished job at a constant rate and lets each succeed one tick later. Returns their ids. */
async function settle(database: Client, template: string): Promise<string[]> {
  const own = ['state', 'created_at', 'accepted_at', 'submitted_at', 'updated_at', 'external_id'];
  const same = await sharedColumns(database, [...own, 'completed_at']);
  const start = `
    INSERT INTO generation.requests (client_ref, ${own.join(', ')}, ${same})
    SELECT gen_random_uuid()::text, 'running', now(), now(), now(), now(), gen_random_uuid()::text, ${same}
      FROM generation.requests, generate_series(1, $2::int) WHERE id = $1 RETURNING id`;
  const finish = `
    UPDATE generation.requests SET state = 'succeeded', completed_at = now(), updated_at = now(), sequence = sequence + 1
     WHERE id = ANY ($1)`;
  const settled: string[] = [];
  let running: string[] = [];
  const startedAt = performance.now();
  for (let tick = 1; tick <= (SECONDS * 1_000) / TICK_MS; tick += 1) {
    await database.query(finish, [running]);
    settled.push(...running);
    const { rows } = await database.query<{ id: string }>(start, [template, (JOBS_PER_SECOND * TICK_MS) / 1_000]);
    running = rows.map(({ id }) => id);
    await pause(Math.max(0, startedAt + tick * TICK_MS - performance.now()));
  }
  await database.query(finish, [running]);
  return settled;
}
