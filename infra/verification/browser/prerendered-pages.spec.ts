import type { Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newAccount, signUp, stack } from './creator';
import { balance } from './steps';
import { expect, test } from './test';

const PRERENDERED = [
  '/',
  '/pricing',
  '/about',
  '/developers',
  '/grievance',
  '/terms',
  '/privacy',
  '/refund',
  '/disclaimer',
  '/cookies',
];
const MAX_SHIFT = 0.02;

type PageState = { heading: Element | null; shift: number };

/** Delays the page's scripts until `release` is called and collects errors. */
async function delayScripts(page: Page): Promise<{ release: () => void; errors: string[] }> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(() => {
    const pageState: PageState = { heading: null, shift: 0 };
    Object.assign(window, { pageState });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) pageState.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { release, errors };
}

/** A server for the site that sends documents up to the end of their heading, and the rest when `release` is called. */
async function sendInParts() {
  let release = (): void => undefined;
  const server = createServer((request, response) => {
    void fetch(stack().web + request.url).then(async (answer) => {
      const type = answer.headers.get('content-type') ?? 'text/plain';
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': type });
      const headingEnd = type.startsWith('text/html') ? body.indexOf('</h1>') + '</h1>'.length : body.length;
      response.write(body.subarray(0, headingEnd));
      if (headingEnd < body.length) await new Promise<void>((resolve) => (release = resolve));
      response.end(body.subarray(headingEnd));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => release(),
    close: () => server.close(),
  };
}

/** Waits for the stylesheets, without which a browser paints nothing but measures all the same. */
const styled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  );

/** Opens a prerendered page before any script of the app runs. */
async function openPrerendered(page: Page, path: string): Promise<void> {
  await page.goto(stack().web + path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    (window as unknown as { pageState: PageState }).pageState.heading = document.querySelector('h1');
  });
}

/** Waits until the page is hydrated and its data has loaded. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.luitBeforeHydration === undefined);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

const pageState = (page: Page) =>
  page.evaluate(() => {
    const { heading, shift } = (window as unknown as { pageState: PageState }).pageState;
    return { isSame: heading?.isConnected, shift };
  });

for (const path of PRERENDERED) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} is readable before its scripts and hydrates without changes, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const { release, errors } = await delayScripts(page);
      await openPrerendered(page, path);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
      release();
      await hydrated(page);
      expect(errors).toEqual([]);
      const { isSame, shift } = await pageState(page);
      expect(isSame).toBe(true);
      expect(shift).toBeLessThan(MAX_SHIFT);
    });
  }
}

test('visible text stays in its place while the rest of the document arrives', async ({ page }) => {
  const site = await sendInParts();
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of PRERENDERED) {
      await page.goto(site.url + path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      await styled(page);
      const before = await heading.boundingBox();
      site.release();
      await page.waitForLoadState('domcontentloaded');
      const after = await heading.boundingBox();
      expect(after?.y, `${path} at ${viewport.width} px`).toBeCloseTo(before?.y ?? NaN, 0);
    }
  }
  site.close();
});

test('signed-in users see no sign-in link, and nothing shifts when the account loads', async ({ page }) => {
  await signUp(page, newAccount());
  for (const width of [390, 1440]) {
    for (const path of ['/', '/pricing', '/terms']) {
      const signedInPage = await page.context().newPage();
      await signedInPage.setViewportSize({ width, height: 900 });
      const { release, errors } = await delayScripts(signedInPage);
      await openPrerendered(signedInPage, path);
      await expect(signedInPage.getByRole('link', { name: 'Sign in' })).toBeHidden();
      release();
      await hydrated(signedInPage);
      await expect(balance(signedInPage)).toBeVisible();
      expect(errors).toEqual([]);
      const { isSame, shift } = await pageState(signedInPage);
      expect(isSame).toBe(true);
      expect(shift, `${path} at ${width} px`).toBeLessThan(MAX_SHIFT);
      await signedInPage.close();
    }
  }
});

test('a chosen theme overrides the system’s from the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('luit.theme', 'dark'));
  const { release, errors } = await delayScripts(page);
  await openPrerendered(page, '/pricing');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await hydrated(page);
  await expect(page.getByRole('button', { name: /^Color theme: dark/ })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a prompt submitted before hydration is neither lost nor sent in the URL @journey', async ({ page }) => {
  const { release, errors } = await delayScripts(page);
  await openPrerendered(page, '/');
  await page.getByRole('textbox').fill('A heron lifts off the sandbar');
  await page.getByRole('main').locator('form button[type=submit]').click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page).toHaveURL(`${stack().web}/auth?mode=signup`);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('A heron lifts off the sandbar');
  // The form's page checks the session, which a visitor does not have.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('text typed before hydration is kept, and an early click on the menu opens it @journey', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { release, errors } = await delayScripts(page);
  await openPrerendered(page, '/');
  await page.getByRole('textbox').fill('Rain on the ghat');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Close navigation' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('Rain on the ghat');
  expect(errors).toEqual([]);
});

test('an early click on a link navigates', async ({ page }) => {
  const { release } = await delayScripts(page);
  await openPrerendered(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(`${stack().web}/pricing`);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('prerendered pages load scripts with low priority, other pages with normal priority [P11]', async ({ page }) => {
  const scriptsOf = async (path: string) => {
    const html = await (await page.request.get(stack().web + path)).text();
    return html.match(/<(script type="module"|link rel="modulepreload")[^>]*>/g) ?? [];
  };
  for (const path of ['/', '/pricing', '/terms']) {
    const scripts = await scriptsOf(path);
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(script).toContain('fetchpriority="low"');
  }
  for (const script of await scriptsOf('/vault')) expect(script).not.toContain('fetchpriority');
});
