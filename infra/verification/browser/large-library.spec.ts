import { longestTasks } from '@luit/bench/main-thread-tasks';
import { sharedColumns } from '@luit/bench/request-copies';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { open } from './account-steps';
import { clientOf, newAccount, signUp, stack } from './creator';
import { buyStarterPack, makeVideo, videoReady } from './steps';
import { expect, test } from './test';

/** `npm run verify -- library` sets it to 10,000, and measures tasks; beside other tests, which share the caches, they take longer. */
const MEASURED = process.env.LIBRARY_VIDEOS;
const COPIES = Number(MEASURED ?? 600) - 1;
const LONG_TASK_MS = 50;
/** The month of the requests in view, such as November 2026. */
const MONTH = /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/;
/** Pixels and milliseconds of one step of the scrolling. */
const STEP = { pixels: 4_000, pauseMs: 60 };

/**
 * A task is long if it uses 50 ms of CPU time. Wall-clock time, which the page observes, also includes waiting for the CPU of a busy machine.
 */
test('a large library scrolls to its end without long tasks, and shows it again after going back', async ({
  browser,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'The latest boat');
  await videoReady(page);
  const client = await clientOf(page);
  const { requests } = await client.get<{ requests: { id: string }[] }>('/api/requests?limit=1');
  await copyRequest(requests[0]!.id);
  await open(page, '/library');
  await expect(page.getByRole('heading', { level: 2, name: 'The latest boat' })).toBeVisible();
  const loads = countLoads(page);

  if (MEASURED) await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const mostItems = await scrollToEnd(page);
  const tasks = MEASURED && longestTasks(await browser.stopTracing(), LONG_TASK_MS);
  const last = page.getByRole('heading', { level: 2, name: `Boat ${COPIES}`, exact: true });
  await expect(last).toBeInViewport();
  const item = page.getByRole('listitem').filter({ has: last });
  await expect(item).toHaveAttribute('aria-posinset', String(COPIES + 1));
  await expect(item).toHaveAttribute('aria-setsize', String(COPIES + 1));
  if (tasks) {
    test.info().annotations.push({ type: 'tasks of the main thread', description: JSON.stringify(tasks) });
    expect(tasks.longestCpuMs).toBeLessThanOrEqual(LONG_TASK_MS);
  }
  expect(mostItems).toBeLessThan(80);
  // Each page was loaded once.
  expect(loads()).toBeLessThan(COPIES / 96 + 10);

  await expect(page.getByText(MONTH)).toBeVisible();

  await item.getByRole('link', { name: `Open Boat ${COPIES}` }).click();
  await expect(page).toHaveURL(/request=/);
  await page.goBack();
  await expect(last).toBeInViewport();
  expect(loads()).toBeLessThan(COPIES / 96 + 12);
});

/** Copies a finished request under older ids, without triggers, which count jobs. */
async function copyRequest(id: string): Promise<void> {
  const database = new Client({ connectionString: stack().postgres });
  await database.connect();
  try {
    await database.query('SET session_replication_role = replica');
    const columns = await sharedColumns(database, ['id', 'client_ref', 'prompt', 'created_at', 'idempotency_key']);
    await database.query(
      `INSERT INTO generation.requests (id, client_ref, prompt, created_at, ${columns})
       SELECT uuidv7(-n * interval '1 minute'), 'copy-' || n || id, 'Boat ' || n, created_at - n * interval '1 minute', ${columns}
         FROM generation.requests, generate_series(1, $2) AS n WHERE id = $1`,
      [id, COPIES],
    );
  } finally {
    await database.end();
  }
}

/** Counts the pages of the library that are loaded from now on. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/requests') count += 1;
  });
  return () => count;
}

/** Scrolls like a person who looks for the beginning, until there is nothing more. @returns the most list items at any time */
function scrollToEnd(page: Page): Promise<number> {
  return page.evaluate(async ({ pixels, pauseMs }) => {
    let mostItems = 0;
    for (let stops = 0; stops < 40;) {
      const before = window.scrollY;
      window.scrollBy(0, pixels);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      mostItems = Math.max(mostItems, document.querySelectorAll('main li').length);
      stops = window.scrollY === before ? stops + 1 : 0;
    }
    return mostItems;
  }, STEP);
}
