import type { Page } from '@playwright/test';
import { newAccount, signUp, stack } from './creator';
import { SIGNED_IN_PAGES } from './signed-in-pages';
import { buyStarterPack, expectLoaded, inHindi, makeVideo, shareVideo } from './steps';
import { takeScreenshots } from './take-screenshots';
import { expect, test } from './test';

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/pricing',
  '/about',
  '/developers',
  '/contact',
  '/pay-once',
  '/terms',
];

async function capture(page: Page, path: string, state: string): Promise<void> {
  await page.goto(stack().web + path);
  await expectLoaded(page);
  await takeScreenshots(page, `hi-${state}-${path === '/' ? 'home' : path.slice(1).replace(/\W+/g, '-')}`);
}

test('public pages in Hindi', async ({ page }) => {
  await inHindi(page);
  for (const path of PUBLIC) await capture(page, path, 'public');
});

test('the pages of a new account in Hindi', async ({ page }) => {
  await signUp(page, newAccount());
  await inHindi(page);
  for (const path of SIGNED_IN_PAGES) await capture(page, path, 'new');
});

test('the pages of a busy account in Hindi', async ({ page, browser }) => {
  test.setTimeout(900_000);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A country boat crosses a wide river at dawn while the mist slowly lifts over the water');
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  await makeVideo(page, 'Rain on tin roofs, a kettle, a very long afternoon that nobody wants to end [fail:technical]');
  await expect(page.getByText('You weren’t charged')).toBeVisible();
  const { url } = await shareVideo(page);
  const visitor = await (await browser.newContext()).newPage();
  await inHindi(visitor);
  await visitor.goto(url);
  await takeScreenshots(visitor, 'hi-share-page');
  await visitor.goto(`${url.slice(0, -1)}_`);
  await takeScreenshots(visitor, 'hi-share-ended');
  await page.goto(`${stack().web}/image-to-video`);
  await makeVideo(page, 'वर्षा में चाय के बागान, धीमा कैमरा [slow:600]');
  await inHindi(page);
  for (const path of SIGNED_IN_PAGES) await capture(page, path, 'busy');
});
