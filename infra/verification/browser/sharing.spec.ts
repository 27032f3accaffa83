import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo, overflow, shareVideo } from './steps';
import { expect, test } from './test';
import type { Browser } from '@playwright/test';

test('a link shows the video to everyone, with its prompt if wished, until its owner stops sharing @journey', async ({
  page,
  browser,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  const { dialog, url } = await shareVideo(page);

  await expectPosterBeforeScripts(browser, url);
  const visitor = await (await browser.newContext()).newPage();
  const loads = () => visitor.goto(url);
  const heading = (name: string) => visitor.getByRole('heading', { level: 1, name });
  const first = await loads();
  expect(first?.status()).toBe(200);
  expect(first?.headers()['x-robots-tag']).toBe('noindex');
  await expect(heading('A video made with Luit')).toBeVisible();
  const player = visitor.getByLabel('A video made with Luit').and(visitor.locator('video'));
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1);
  expect(await visitor.content()).not.toContain('A boat at dawn');
  const poster = await visitor.request.get(
    (await visitor.locator('meta[property="og:image"]').getAttribute('content')) ?? '',
  );
  expect([poster.status(), poster.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
  for (const width of [320, 1440]) {
    await visitor.setViewportSize({ width, height: 800 });
    expect(await overflow(visitor)).toBe(0);
  }
  await expectNoAxeViolations(visitor);

  await dialog.getByRole('checkbox', { name: 'Show the prompt' }).check();
  await expect(async () => {
    await loads();
    await expect(visitor.locator('h1:not([data-loading])')).toBeVisible();
    expect(await visitor.getByRole('heading', { level: 1 }).innerText()).toBe('A boat at dawn');
    expect(await visitor.locator('meta[property="og:title"]').getAttribute('content')).toBe('A boat at dawn');
  }).toPass();
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('ai-video.mp4');
  await visitor.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(visitor).toHaveURL(/\/auth/);

  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await loads())?.status()).toBe(404);
  await expect(heading('This link doesn’t work anymore')).toBeVisible();
  await expectNoAxeViolations(visitor);
});

/** The poster is where the video will be before any script has arrived, and the page asks the gateway for nothing else. */
async function expectPosterBeforeScripts(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/shared\/[^/]+$/.test(request.url())) calls.push(request.url());
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  const poster = page.locator('#root img');
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const before = await poster.boundingBox();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('video').boundingBox()).toEqual(before);
  expect(calls).toEqual([]);
  await context.close();
}
