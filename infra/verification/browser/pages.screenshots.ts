import { expect, test } from '@playwright/test';
import { newAccount, signUp, stack } from './creator';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, makeVideo, payForVideo, recordMessages } from './steps';

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
];
const ACCOUNT = ['/auth', '/auth?mode=signup', '/auth/confirm?token=x'];

test('public pages', async ({ page }) => {
  for (const path of [...PUBLIC, ...ACCOUNT]) {
    await page.goto(stack().web + path);
    await takeScreenshots(page, path === '/' ? 'home' : path.slice(1).replace(/\W+/g, '-'));
  }
});

test('every page and state', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  for (const path of ['/vault', '/dashboard', '/image-to-video', '/library']) {
    await page.goto(stack().web + path);
    await takeScreenshots(page, `${path.slice(1)}-new`);
  }
  await buyStarterPack(page);
  await page.goto(`${stack().web}/vault`);
  await page.getByRole('button', { name: 'Buy credits' }).click();
  await expect(page.getByRole('dialog', { name: 'Buy credits' })).toBeVisible();
  await takeScreenshots(page, 'vault-buy', false);
  await makeVideo(page, 'A country boat crosses the Brahmaputra at dawn, mist on the water [slow:20]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await takeScreenshots(page, 'processing');
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  await takeScreenshots(page, 'completed');
  await page.goto(`${stack().web}/vault`);
  await takeScreenshots(page, 'vault-used');
  await makeVideo(page, 'Rain on tin roofs, a kettle, a very long afternoon that nobody wants to end [fail:technical]');
  await expect(page.getByText('You weren’t charged')).toBeVisible();
  await makeVideo(page, 'वर्षा में चाय के बागान, धीमा कैमरा [slow:60]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto(`${stack().web}/library`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Rain on tin roofs' })).toBeVisible();
  await takeScreenshots(page, 'library');
});

test('the vault: empty, with held credits, after a failed refresh and with an error', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await page.goto(`${stack().web}/vault`);
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await takeScreenshots(page, 'vault-empty');
  await buyStarterPack(page);
  await makeVideo(page, 'Rain on tin roofs, a kettle, a long afternoon [slow:120]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto(`${stack().web}/vault`);
  await expect(page.getByRole('list', { name: 'Balance breakdown' })).toContainText('18 held');
  await takeScreenshots(page, 'vault-held');
  await page.route('**/api/credits/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh/)).toBeVisible();
  await takeScreenshots(page, 'vault-stale');
  await page.reload();
  await expect(page.getByText('We couldn’t load your transactions')).toBeVisible();
  await takeScreenshots(page, 'vault-error');
});

test("the operators' login", async ({ page }) => {
  await page.goto(stack().admin);
  await takeScreenshots(page, 'admin-login');
});

test('one video, paid once', async ({ page }) => {
  const payFor = async (prompt: string) => {
    await page.goto(`${stack().web}/pay-once`);
    await page.getByLabel('Video prompt').fill(prompt);
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByRole('button', { name: 'Pay ₹18' }).click();
    await payForVideo(page);
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  };
  await page.goto(`${stack().web}/pay-once`);
  await expect(page.getByRole('radio').first()).toBeVisible();
  await takeScreenshots(page, 'pay-once');
  await page.getByLabel('Video prompt').fill('A country boat crosses the Brahmaputra at dawn, mist on the water');
  await page.getByRole('button', { name: 'Review order' }).click();
  await takeScreenshots(page, 'pay-once-demo');
  await page.goto(`${stack().web}/order/01a1fd85-fe9c-7e7a-b13e-aa521e004a95`);
  await expect(page.getByRole('heading', { name: 'You can’t open this order here' })).toBeVisible();
  await takeScreenshots(page, 'order-shut');
  await page.route('**/api/requests/*', (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'awaiting_payment', message: 'Not paid for yet' } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await takeScreenshots(page, 'order-waiting');
  await page.unroute('**/api/requests/*');
  await payFor('A country boat crosses the Brahmaputra at dawn, mist on the water [slow:12]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await takeScreenshots(page, 'order-progress');
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  await takeScreenshots(page, 'order-ready');
  await payFor('Rain on tin roofs [fail:technical]');
  await expect(page.getByText(/Your refund of ₹18 is on its way/)).toBeVisible();
  await takeScreenshots(page, 'order-failed');
});
