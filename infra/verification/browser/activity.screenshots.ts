import { expect, test } from '@playwright/test';
import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, makeVideo, recordMessages } from './steps';

const PROMPT = 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank';

test('the activity center and credit states', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await open(page, '/image-to-video');
  await page.getByLabel('Video prompt').fill(PROMPT);
  await expect(page.getByRole('button', { name: /^Buy Starter Pack/ })).toBeVisible();
  await takeScreenshots(page, 'shortfall');
  await page.getByRole('link', { name: 'See all packs' }).click();
  await expect(page.getByRole('region', { name: 'You have a saved draft' })).toBeVisible();
  await takeScreenshots(page, 'pricing-draft');
  await buyStarterPack(page);
  await makeVideo(page, `${PROMPT} [slow:240]`);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await takeScreenshots(page, 'processing-offline');
  await page.context().setOffline(false);
  await open(page, '/pricing');
  await makeVideo(page, 'A kettle, a very long afternoon that nobody wants to end [fail:technical]');
  await expect(page.getByText(/We(’re returning| returned) 18 credits to your balance/)).toBeVisible({
    timeout: 60_000,
  });
  await takeScreenshots(page, 'failed-form');
  await makeVideo(page, 'A bell in the wind [slow:6]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: 'Luit home' }).click();
  await expect(page.getByText('Your video is ready', { exact: true })).toBeVisible();
  await takeScreenshots(page, 'activity-toast', false);
  await page.getByRole('button', { name: /^Activity\./ }).click();
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  await takeScreenshots(page, 'activity-panel', false);
  await open(page, '/library');
  await page.getByText('Details').first().click();
  await takeScreenshots(page, 'library-why');
});
