import type { Page } from '@playwright/test';
import { clientOf, newAccount, signUp, stack } from './creator';
import { expectLoaded } from './steps';
import { expect, test } from './test';

const MAX_SHIFT = 0.02;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** A slow mobile network, as Lighthouse simulates it: 200 kB/s, and each answer arrives visibly later than what asked for it. */
const LATENCY_MS = 150;
const BYTES_PER_SECOND = 200_000;

const PUBLIC = [
  '/',
  '/pricing',
  '/about',
  '/developers',
  '/contact',
  '/terms',
  '/privacy',
  '/refund',
  '/disclaimer',
  '/cookies',
  '/auth',
  '/auth/confirm',
  '/reset-password?token=x',
  '/account/deletion',
];
const SIGNED_IN = [
  '/dashboard',
  '/vault',
  '/library',
  '/image-to-video',
  '/image-to-video-upload',
  '/restore-image',
  '/pay-once',
  '/reset-password',
  '/auth',
];

test.use({ viewport: PHONE });

/** An entry of the Layout Instability API, which TypeScript does not declare. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

interface Shift {
  value: number;
  /** The elements that moved. */
  moved: string[];
}

/** Records layout shifts that no input caused in every document that the page opens. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const describe = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.tagName.toLowerCase()} ${node.textContent.trim().slice(0, 30)}` : 'text';
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const shiftsIn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

const sumOf = (shifts: Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);

/** The pages that shift while they load over a slow network, with their shift. */
async function shiftingPages(page: Page, paths: string[]): Promise<string[]> {
  await recordShifts(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  const shifting: string[] = [];
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await page.goto(`${stack().web}${path}`);
      await expectLoaded(page);
      await page.waitForLoadState('networkidle');
      await painted(page);
      const shifts = await shiftsIn(page);
      const moved = shifts.flatMap((shift) => shift.moved).join(', ');
      if (sumOf(shifts) > MAX_SHIFT)
        shifting.push(`${path} at ${viewport.width} px: ${sumOf(shifts).toFixed(3)}, ${moved}`);
    }
  }
  return shifting;
}

/** Opens a page whose font loads only after its text and returns the cumulative layout shift with what moved. */
async function shiftOf(page: Page, path: string): Promise<{ total: number; moved: string[] }> {
  let release = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await isShown;
    await route.continue();
  });
  await recordShifts(page);
  // Fonts delay the load event, and this one waits for the text.
  await page.goto(`${stack().web}${path}`, { waitUntil: 'domcontentloaded' });
  await expectLoaded(page);
  await painted(page);
  release();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('16px "Anek Latin"'))).toBe(true);
  await painted(page);
  const shifts = await shiftsIn(page);
  return { total: sumOf(shifts), moved: shifts.flatMap((shift) => shift.moved) };
}

for (const path of ['/', '/pricing']) {
  test(`${path} does not shift when its font and data load`, async ({ page }) => {
    const { total, moved } = await shiftOf(page, path);
    expect(total, moved.join(', ')).toBeLessThan(MAX_SHIFT);
  });
}

test('public pages do not shift while they load over a slow network', async ({ page }) => {
  expect(await shiftingPages(page, PUBLIC)).toEqual([]);
});

test('signed-in pages do not shift while they and their font load over a slow network', async ({ page }) => {
  await signUp(page, newAccount());
  const { total, moved } = await shiftOf(page, '/image-to-video');
  expect(total, moved.join(', ')).toBeLessThan(MAX_SHIFT);
  await page.unrouteAll();
  expect(await shiftingPages(page, SIGNED_IN)).toEqual([]);
  // A short list of work is lower than the place of an empty one.
  const client = await clientOf(page);
  await client.buyPack('starter');
  await client.generate('A boat at dawn');
  expect(await shiftingPages(page, ['/dashboard'])).toEqual([]);
});
