import type { Page } from '@playwright/test';
import { newAccount, signUp, stack } from './creator';
import { expect, test } from './test';

const MAX_SHIFT = 0.02;

test.use({ viewport: { width: 412, height: 823 } });

/** Opens a page whose font loads only after its text and returns the cumulative layout shift. */
async function shiftOf(page: Page, path: string): Promise<number> {
  let release = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await isShown;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Fonts delay the load event, and this one waits for the text.
  await page.goto(`${stack().web}${path}`, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Loading...');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  release();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('16px "Anek Latin"'))).toBe(true);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
}

for (const path of ['/', '/pricing']) {
  test(`${path} does not shift when its font and data load`, async ({ page }) => {
    expect(await shiftOf(page, path)).toBeLessThan(MAX_SHIFT);
  });
}

test('the video form does not shift when its font and data load', async ({ page }) => {
  await signUp(page, newAccount());
  expect(await shiftOf(page, '/image-to-video')).toBeLessThan(MAX_SHIFT);
});
