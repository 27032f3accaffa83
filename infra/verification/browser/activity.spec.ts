import type { Page } from '@playwright/test';
import { otherDevice, open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signIn, signUp } from './creator';
import { buyStarterPack, makeVideo, openFromMore, openMoreActions, recordMessages } from './steps';
import { expect, test } from './test';

const activityButton = (page: Page, state: string) =>
  page.getByRole('button', { name: `Activity. ${state}`, exact: true });

test('running requests appear on every page and device, and results are announced once [RT-18, G-04, G-25, G-45]', async ({
  page,
  browser,
}) => {
  await recordMessages(page);
  const account = newAccount();
  await signUp(page, account);
  await expect(activityButton(page, 'Live')).toBeVisible();
  await buyStarterPack(page);
  await makeVideo(page, 'A ferry at dusk, lamps on the water [slow:40]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await openFromMore(page, 'Pricing');
  await expect(page).toHaveURL(/pricing$/);

  const other = await otherDevice(browser);
  await test.step('another device shows them, on a phone by keyboard alone', async () => {
    await other.setViewportSize({ width: 390, height: 844 });
    await signIn(other, account);
    await activityButton(other, 'Live, 1 in progress').focus();
    await other.keyboard.press('Enter');
    const panel = other.getByRole('dialog', { name: 'Activity' });
    await expect(panel.getByRole('link', { name: /A ferry at dusk/ })).toBeVisible();
    await expect(panel.getByRole('progressbar')).toBeVisible();
    await expectNoAxeViolations(other);
    await other.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(other.getByRole('button', { name: /^Activity\. Live/ })).toBeFocused();
  });

  await test.step('the smallest phone fits the button and a six-digit balance', async () => {
    const bar = other.getByRole('banner');
    await other.route('**/api/credits/balance', (route) =>
      route.fulfill({ json: { credits: 123_456, available: 123_456, held: 0 } }),
    );
    await other.setViewportSize({ width: 320, height: 640 });
    await open(other, '/terms');
    await expect(bar.getByRole('link', { name: 'Credit balance: 1,23,456 credits' })).toBeInViewport({ ratio: 1 });
    await expect(bar.getByRole('button', { name: 'Open navigation' })).toBeInViewport({ ratio: 1 });
    await other.mouse.wheel(0, 900);
    await expect(bar.getByRole('button', { name: /^Activity\. Live/ })).toBeInViewport({ ratio: 1 });
    expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await other.unrouteAll();
  });

  await test.step('the result appears as a toast with a link and stays unread until opened', async () => {
    await expect(page.getByText('Your video is ready', { exact: true })).toBeVisible();
    await expect(activityButton(page, 'Live, 1 unread')).toBeVisible();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
    await expect(activityButton(page, 'Live')).toBeVisible();
    await openMoreActions(page, 'Details');
    await expect(page.getByText('You were charged 18 credits for this video.')).toBeVisible();
  });
  await other.context().close();
});

test('a request survives a lost connection and a reload [GEN-10, GEN-12, G-25, SRV-16]', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'Rain over Majuli, a heron waits [slow:12]');
  await expect(page).toHaveURL(/request=/);
  await page.context().setOffline(true);
  const banner = page.getByRole('status', { name: 'Connection to Luit' });
  await expect(banner).toContainText('You’re offline.');
  await expect(page.getByText(/We can’t (reach|get updates from) the server/)).toHaveCount(0);
  await expect(activityButton(page, 'Offline, 1 in progress')).toBeVisible();
  await page.context().setOffline(false);
  await expect(banner).toContainText('You’re connected again.');
  await expect(page.getByRole('button', { name: /^Activity\. Live/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  await expect(activityButton(page, 'Live')).toBeVisible();
});

test('a failed request states the reason and the returned credits, also when opened later [GEN-16, JOB-01, SRV-07]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A kettle nobody minds [fail:technical]');
  await expect(page.getByText(/We(’re returning| returned) 18 credits to your balance/)).toBeVisible({
    timeout: 60_000,
  });
  await expect.poll(() => messages).toContain('Video generation failed. Please try again.');
  await open(page, '/library');
  const card = page.getByRole('listitem').filter({ hasText: 'A kettle nobody minds' });
  await card.getByRole('button', { name: /^More about/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('We returned 18 credits to your balance. You weren’t charged.')).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: /^Open/ }).click();
  await expect(page.getByText(/We(’re returning| returned) 18 credits to your balance/)).toBeVisible();
  await expect(page.getByLabel('Video prompt')).toHaveValue('A kettle nobody minds [fail:technical]');
  await expect(page.getByRole('alert')).toHaveCount(1);
});
