import { type Browser, chromium, type Page } from '@playwright/test';
import type { RunningStack } from '@luit/local/running-stack';
import { chromiumPath } from '@luit/local/system-programs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { longestTasks, type Tasks } from './main-thread-tasks';
import { fundedCreator } from './http-load';
import { type Row, show } from './report';
import { sharedColumns } from './request-copies';
import { openDatabase, untilTrue, withStack } from './stack-bench';

const JOBS_A_SECOND = 50;
const TICK_MS = 100;
const SECONDS = 25;
const LONG_MS = 50;
/** Told in notices that may be lost; fewer than these and it was another screen that was measured. */
const LEAST_SHOWN = 0.9;

/**
 * The jobs screen in a browser while 50 jobs a second settle: rows change as workers change them, and everything from
 * there on is the real thing, from the trigger that measures them to the table that shows them. A task is long from 50 ms
 * of processor time on the page's main thread; by the clock it also waits for its turn on a busy machine.
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
      const { tasks, longTasks, frames } = await watch(browser, running, () => settle(database, template));
      const row = (measured: string, ours: string, holds: boolean | null): Row => {
        return { id: '–', measured, ours, base: '–', ratio: '–', bar: holds === null ? '–' : `≤ ${LONG_MS} ms`, holds };
      };
      return [
        row(
          `longest task of the jobs screen, processor time, ${JOBS_A_SECOND} jobs/s for ${SECONDS} s`,
          `${show(tasks.longestCpuMs)} ms (${tasks.count} tasks, ${tasks.longCpu} over ${LONG_MS} ms)`,
          tasks.longestCpuMs <= LONG_MS,
        ),
        row('the same by the clock', `${show(tasks.longestMs)} ms (${tasks.long} over ${LONG_MS} ms)`, null),
        row('long tasks that the page saw itself', told(longTasks), null),
        row('long animation frames that it saw', told(frames), null),
      ];
    } finally {
      await browser.close();
      await database.end();
    }
  });
}

function told(durations: number[]): string {
  return durations.length === 0 ? 'none' : `${durations.length}, longest ${show(Math.max(...durations))} ms`;
}

/** The row of a job that a worker brought to its end. */
async function finishedJob(running: RunningStack, database: Client): Promise<string> {
  const creator = await fundedCreator(running, 1);
  const id = await creator.generate('A ferry crossing at dawn');
  await untilTrue(database, `SELECT money_state = 'captured' AS answer FROM generation.requests WHERE id = $1`, [id]);
  return id;
}

async function watch(browser: Browser, { stack }: RunningStack, work: () => Promise<string[]>) {
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
  const seen = (await page.evaluate<LongOne[]>('window.longOnes')).filter(({ at }) => at >= since);
  const tasks: Tasks = longestTasks(await browser.stopTracing(), LONG_MS);
  const arrived = ids.filter((id) => shown.has(id)).length;
  console.log(`  ${ids.length} jobs settled, ${arrived} of them were told to the screen`);
  if (arrived < ids.length * LEAST_SHOWN) throw new Error('The screen was not told of what happened');
  const of = (type: string) => seen.filter((each) => each.type === type).map(({ duration }) => duration);
  return { tasks, longTasks: of('longtask'), frames: of('long-animation-frame') };
}

interface LongOne {
  type: string;
  at: number;
  duration: number;
}

/** Runs in the page. */
const OBSERVE = `
  window.longOnes = [];
  new PerformanceObserver((list) => {
    for (const { entryType: type, startTime: at, duration } of list.getEntries()) window.longOnes.push({ type, at, duration });
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

/** Copies of a finished job begin to run and succeed a tick later, so many a second. Answers their ids. */
async function settle(database: Client, template: string): Promise<string[]> {
  const own = ['state', 'created_at', 'accepted_at', 'submitted_at', 'updated_at', 'external_id'];
  const same = await sharedColumns(database, [...own, 'completed_at']);
  const begin = `
    INSERT INTO generation.requests (client_ref, ${own.join(', ')}, ${same})
    SELECT gen_random_uuid()::text, 'running', now(), now(), now(), now(), gen_random_uuid()::text, ${same}
      FROM generation.requests, generate_series(1, $2::int) WHERE id = $1 RETURNING id`;
  const end = `
    UPDATE generation.requests SET state = 'succeeded', completed_at = now(), updated_at = now(), sequence = sequence + 1
     WHERE id = ANY ($1)`;
  const settled: string[] = [];
  let atWork: string[] = [];
  const start = performance.now();
  for (let tick = 1; tick <= (SECONDS * 1_000) / TICK_MS; tick += 1) {
    await database.query(end, [atWork]);
    settled.push(...atWork);
    const { rows } = await database.query<{ id: string }>(begin, [template, (JOBS_A_SECOND * TICK_MS) / 1_000]);
    atWork = rows.map(({ id }) => id);
    await pause(Math.max(0, start + tick * TICK_MS - performance.now()));
  }
  await database.query(end, [atWork]);
  return settled;
}
