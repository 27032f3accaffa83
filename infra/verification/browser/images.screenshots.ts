import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { isolatedStack } from './isolated-stack';
import { control, injectFault } from './sandbox';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, recordMessages } from './steps';

isolatedStack();

/** A faded portrait with a scratch. */
const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">
  <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#b9a88d"/><stop offset="1" stop-color="#8f7d63"/></linearGradient></defs>
  <rect width="960" height="720" fill="url(#wall)"/>
  <path d="M240 720c10-190 110-260 240-260s230 70 240 260z" fill="#6f5f4a"/>
  <ellipse cx="480" cy="300" rx="120" ry="150" fill="#cdbb9f"/>
  <path d="M355 290c-10-150 60-200 130-200s130 60 118 200c-30-90-60-110-125-110s-100 30-123 110z" fill="#4f4434"/>
  <path d="M90 40l330 610M610 20l-70 180M700 600l180-90" stroke="#e9dfcb" stroke-width="4" fill="none"/>
</svg>`;

const choose = async (page: Page) => {
  const buffer = await sharp(Buffer.from(PORTRAIT)).jpeg().toBuffer();
  const photo = { name: 'grandmother.jpg', mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]').first().setInputFiles(photo);
};

test('restoration: form, progress, failure and result', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/restore-image');
  await takeScreenshots(page, 'restore-empty');
  await choose(page);
  await takeScreenshots(page, 'restore-form');
  await page.evaluate(() => localStorage.setItem('luit.replicate-key', 'r8_guess'));
  await page.getByRole('button', { name: /^Pay with:/ }).click();
  await page.getByText('Your own API key', { exact: true }).click();
  await page.getByRole('button', { name: 'Restore with my API key' }).click();
  await expect(page.getByText(/^Replicate API error: 401/)).toBeVisible();
  await takeScreenshots(page, 'restore-failed');
  await page.getByRole('button', { name: /^Pay with:/ }).click();
  await page.getByText('Credits', { exact: true }).last().click();
  await injectFault('never_finishes');
  await page.getByRole('button', { name: 'Restore (4 credits)' }).click();
  await expect(page.getByText(/4 credits held$/)).toBeVisible();
  await takeScreenshots(page, 'restore-processing');
  await control('reset');
  await page.getByRole('button', { name: 'Cancel this restoration' }).click();
  await page.getByRole('button', { name: 'Restore (4 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your photo has been restored' })).toBeVisible();
  await takeScreenshots(page, 'restore-done');
});

test('image to video: form with and without an image', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/image-to-video-upload');
  await takeScreenshots(page, 'image-form-empty');
  await choose(page);
  await page.getByLabel('Video prompt').fill('She turns her head and smiles');
  await takeScreenshots(page, 'image-form');
});
