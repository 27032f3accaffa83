import type { Page } from '@playwright/test';
import { open, press } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { clientOf, newAccount, signUp, stack } from './creator';
import { buyStarterPack, makeVideo, videoReady } from './steps';
import { expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

/** The addresses of what this browser has kept for accounts. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('luit.account.'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** The data that is kept of the account, as text. */
const keptAccount = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/offline-account'))?.text()) ?? '');

/** The banner. After a reload, `navigator.onLine` of Chromium may not know that the network is emulated to be off. */
const noConnection = (page: Page) => page.getByText(/^(You’re offline\.|We can’t reach the server\.)$/);

/** Waits until the service worker controls pages and has kept the app. */
async function untilAppIsKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        async () => navigator.serviceWorker.controller !== null && (await caches.match('/library')) !== undefined,
      ),
    )
    .toBe(true);
}

/** Signs up, makes a video and opens it and the library, so that this device keeps both. */
async function keepVideo(page: Page): Promise<void> {
  await signUp(page, newAccount());
  await untilAppIsKept(page);
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  await videoReady(page);
  await page
    .getByRole('main')
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.play());
  await open(page, '/library');
  await expect(page.getByRole('heading', { level: 2, name: 'A boat at dawn' })).toBeVisible();
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => /\.(mp4|jpg|webp)$/.test(path)))
    .toHaveLength(2);
  await expect.poll(() => keptAccount(page)).toContain('A boat at dawn');
}

test('without a connection, the library and a video that was opened show and play, until the user signs out @journey', async ({
  page,
  context,
}) => {
  await keepVideo(page);
  expect(await keptAccount(page)).not.toMatch(/signature|token/);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Showing what is saved on this device.')).toBeVisible();
  await expect(noConnection(page)).toHaveCount(1);
  const poster = page.getByRole('listitem').locator('img');
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Open A boat at dawn' }).click();
  const player = page.getByRole('main').locator('video');
  const parts: number[] = [];
  page.on('response', (response) => {
    if (response.fromServiceWorker() && response.url().endsWith('.mp4')) parts.push(response.status());
  });
  await page.reload();
  await videoReady(page);
  // Seeking needs answers to range requests.
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await player.evaluate((video: HTMLVideoElement) => (video.currentTime = 3));
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(3);
  expect(parts).toContain(206);

  await context.setOffline(false);
  await expect(page.getByRole('status', { name: 'Connection to Luit' })).toContainText('You’re connected again.');
  await open(page, '/library');
  await expect(page.getByText('Showing what is saved on this device.')).toHaveCount(0);
  await open(page, '/dashboard');
  await press(page, 'Sign out');
  await expect.poll(() => keptPaths(page)).toEqual([]);

  await context.setOffline(true);
  await open(page, '/library');
  await expect(noConnection(page)).toBeVisible();
  await expect(page.getByText('A boat at dawn')).toHaveCount(0);
});

test('a video that is shown is downloaded once, although this device keeps a copy of it', async ({ page, context }) => {
  await keepVideo(page);
  const [worker] = context.serviceWorkers();
  const loads = await worker!.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.mp4'))
      .map((entry) => (entry as PerformanceResourceTiming).responseStatus),
  );
  // A copy of its own would be a request without a range.
  expect(loads).toContain(206);
  expect(loads).not.toContain(200);
  const path = (await keptPaths(page)).find((kept) => kept.endsWith('.mp4'))!;
  const copy = await page.evaluate(async (url) => {
    const video = (await caches.match(url))!;
    return { status: video.status, said: video.headers.get('content-length'), size: (await video.blob()).size };
  }, path);
  expect(copy.size).toBeGreaterThan(0);
  expect(copy).toMatchObject({ status: 200, said: String(copy.size) });
});

test('a sign-out without a connection deletes what this device has at once, and ends the session when there is one', async ({
  page,
  context,
}) => {
  await keepVideo(page);
  await open(page, '/dashboard');
  const { session } = await clientOf(page);
  const headers = { authorization: `Bearer ${session?.access_token}` };
  const sessionStatus = async () => (await page.request.get(`${stack().web}/api/auth/user`, { headers })).status();
  const notice = page.getByText('You’re signed out on this device');

  await context.setOffline(true);
  await press(page, 'Sign out');
  await expect(page).toHaveURL(/\/auth/);
  await expect(notice).toBeVisible();
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await expectNoAxeViolations(page);

  await open(page, '/library');
  await expect(page).toHaveURL(/\/auth/);
  await expect(notice).toBeVisible();
  await expect(page.getByText('A boat at dawn')).toHaveCount(0);
  expect(await sessionStatus()).toBe(200);

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect.poll(sessionStatus).toBe(401);
  await open(page, '/library');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('what an account has kept is deleted when another account signs in', async ({ page, context }) => {
  await keepVideo(page);
  // A session that ended without this browser, for example because another device ended it.
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  expect(await keptAccount(page)).toContain('A boat at dawn');
  const other = newAccount();
  await signUp(page, other);
  await expect.poll(() => keptAccount(page)).toContain(other.email);
  expect(await keptAccount(page)).not.toContain('A boat at dawn');
  expect(await keptPaths(page)).toEqual(['/offline-account']);
});

test('what an account has kept is deleted when its session was ended on another device', async ({ page }) => {
  await keepVideo(page);
  await page.goto('about:blank');
  const { session } = await clientOf(page);
  const headers = { authorization: `Bearer ${session?.access_token}` };
  await expect(await page.request.post(`${stack().web}/api/auth/signout?scope=global`, { headers })).toBeOK();
  await open(page, '/library');
  await expect(page).toHaveURL(/\/auth/);
  await expect.poll(() => keptPaths(page)).toEqual([]);
});

test('a kept release never hides the current one, and is replaced by it @journey', async ({ page }) => {
  await signUp(page, newAccount());
  await untilAppIsKept(page);
  await page.evaluate(async () => {
    const shell = await caches.open('luit.shell');
    await shell.put(
      '/library',
      new Response('<title>Earlier release</title>', { headers: { 'content-type': 'text/html' } }),
    );
    await shell.put('/assets/earlier-a1b2c3d4.js', new Response('throw new Error("earlier")'));
  });
  await open(page, '/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  const isKept = (path: string) => page.evaluate(async (url) => (await caches.match(url)) !== undefined, path);
  await expect.poll(() => isKept('/assets/earlier-a1b2c3d4.js')).toBe(false);
  expect(await page.evaluate(async () => (await caches.match('/library'))?.text())).not.toContain('Earlier release');
});
