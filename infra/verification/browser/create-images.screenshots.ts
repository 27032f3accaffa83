import { expect, test } from '@playwright/test';
import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { isolatedStack } from './isolated-stack';
import { control, injectFault } from './sandbox';
import { makeAnother, buyStarterPack, inHindi } from './steps';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

test('images: form, progress, one result, four results and Hindi', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/create-image');
  await takeScreenshots(page, 'create-image-form');
  await page.getByLabel('Image prompt').fill('A heron on a sandbar at dawn, mist over the river');
  await injectFault('never_finishes');
  await page.getByRole('button', { name: 'Generate image (8 credits)' }).click();
  await expect(page.getByText(/8 credits held$/)).toBeVisible();
  await takeScreenshots(page, 'create-image-processing');
  await control('reset');
  await page.getByRole('button', { name: 'Cancel this image' }).click();
  await page.getByRole('button', { name: 'Generate image (8 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your image is ready' })).toBeVisible();
  await takeScreenshots(page, 'create-image-done');
  await makeAnother(page, 'New image');
  await page.getByLabel('Image prompt').fill('A tea garden in the rain');
  await page.getByText('4', { exact: true }).click();
  await page.getByRole('button', { name: /^Generate 4 images/ }).click();
  await expect(page.getByRole('heading', { name: 'Your images are ready' })).toBeVisible();
  await takeScreenshots(page, 'create-image-four');
  await inHindi(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'आपकी इमेज तैयार हैं' })).toBeVisible();
  await takeScreenshots(page, 'create-image-four-hindi');
  await open(page, '/create-image');
  await takeScreenshots(page, 'create-image-form-hindi');
});
