import type { Page } from '@playwright/test';

import { newAccount, signUp, stack } from './creator';
import { balance } from './steps';
import { expect, test } from './test';

const WRITTEN = ['/', '/pricing', '/about', '/terms', '/privacy', '/refund', '/disclaimer', '/cookies'];
const MOST_SHIFT = 0.02;

type Kept = { heading: Element | null; shift: number };

/** Keeps the page's scripts back until they are released, and hears everything that goes wrong. */
async function withoutScripts(page: Page): Promise<{ release: () => void; faults: string[] }> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(() => {
    const kept: Kept = { heading: null, shift: 0 };
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) kept.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { release, faults };
}

/** Opens a page as it was written, before any script of the app runs. */
async function openWritten(page: Page, path: string): Promise<void> {
  await page.goto(stack().web + path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    (window as unknown as { kept: Kept }).kept.heading = document.querySelector('h1');
  });
}

/** Until the app has taken the page over and all its data is there. */
async function taken(page: Page): Promise<void> {
  await page.waitForFunction(() => window.luitBeforeHydration === undefined);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

const kept = (page: Page) =>
  page.evaluate(() => {
    const { heading, shift } = (window as unknown as { kept: Kept }).kept;
    return { isSame: heading?.isConnected, shift };
  });

for (const path of WRITTEN) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} is read before its script, and taken over as it stands, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const { release, faults } = await withoutScripts(page);
      await openWritten(page, path);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
      release();
      await taken(page);
      expect(faults).toEqual([]);
      const { isSame, shift } = await kept(page);
      expect(isSame).toBe(true);
      expect(shift).toBeLessThan(MOST_SHIFT);
    });
  }
}

test('whoever is signed in sees no invitation to sign in, and nothing moves when the account is there', async ({
  page,
}) => {
  await signUp(page, newAccount());
  for (const width of [390, 1440]) {
    for (const path of ['/', '/pricing', '/terms']) {
      const own = await page.context().newPage();
      await own.setViewportSize({ width, height: 900 });
      const { release, faults } = await withoutScripts(own);
      await openWritten(own, path);
      await expect(own.getByRole('link', { name: 'Sign in' })).toBeHidden();
      release();
      await taken(own);
      await expect(balance(own)).toBeVisible();
      expect(faults).toEqual([]);
      const { isSame, shift } = await kept(own);
      expect(isSame).toBe(true);
      expect(shift).toBeLessThan(MOST_SHIFT);
      await own.close();
    }
  }
});

test('a chosen theme holds from the first paint, against the system’s', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('luit.theme', 'dark'));
  const { release, faults } = await withoutScripts(page);
  await openWritten(page, '/pricing');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await taken(page);
  await expect(page.getByRole('button', { name: /^Color theme: dark/ })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a prompt that is written and sent before the script is there is neither lost nor sent by the address', async ({
  page,
}) => {
  const { release, faults } = await withoutScripts(page);
  await openWritten(page, '/');
  await page.getByRole('textbox').fill('A heron lifts off the sandbar');
  await page.getByRole('main').locator('form button[type=submit]').click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page).toHaveURL(`${stack().web}/auth`);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('A heron lifts off the sandbar');
  // The way to the form asks for a session, and a visitor has none.
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

test('what is written early stays in the box, and an early press on the menu opens it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { release, faults } = await withoutScripts(page);
  await openWritten(page, '/');
  await page.getByRole('textbox').fill('Rain on the ghat');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Close navigation' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('Rain on the ghat');
  expect(faults).toEqual([]);
});

test('an early press on a link leads on', async ({ page }) => {
  const { release } = await withoutScripts(page);
  await openWritten(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(`${stack().web}/pricing`);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('P11: a page that is written is painted before its scripts come, and one that is not waits for nothing else', async ({
  page,
}) => {
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
