import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { otherDevice, open, press, submitSignIn } from './account-steps';
import { newAccount, signIn, signUp } from './creator';
import { balance, payInCheckout, untilReady, recordMessages, choose } from './steps';
import { expect, test } from './test';

const PROMPT = 'The curtain moves, dust in the light';

test('missing credits are bought from the form, and the draft keeps its image [GEN-01, I2V-01, PAY-13, G-42]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await open(page, '/image-to-video-upload');
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'window.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('img', { name: 'Preview of window.png' })).toBeVisible();
  await page.getByLabel('Video prompt').fill(PROMPT);
  await choose(page, 'Duration and quality', /^HD Video/);
  await expect(page.getByText('You need 36 more credits for this video.')).toBeVisible();
  await page.getByRole('link', { name: 'See all packs' }).click();
  await page.getByRole('region', { name: 'You have a saved draft' }).getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByLabel('Video prompt')).toHaveValue(PROMPT);

  await page.getByRole('button', { name: 'Buy Starter Pack for ₹99' }).click();
  await payInCheckout(page);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
  await expect(page.getByLabel('Video prompt')).toHaveValue(PROMPT);
  await expect(page.getByRole('img', { name: 'Preview of window.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Generate video (5 s, 36 credits)' }).click();
  await untilReady(page, messages);

  // A draft is deleted once its video was requested.
  await open(page, '/image-to-video-upload');
  await expect(page.getByLabel('Video prompt')).toHaveValue('');
  await expect(page.getByRole('img', { name: 'Preview of window.png' })).toBeHidden();
});

test('a draft survives an ended session, and signing out deletes it [RT-14, GEN-04]', async ({ page, browser }) => {
  const account = newAccount();
  await signUp(page, account);
  await open(page, '/image-to-video');
  await page.getByLabel('Video prompt').fill(PROMPT);
  const KEY = 'luit.replicate-key';
  const keptKey = () => page.evaluate((name) => localStorage.getItem(name), KEY);
  await page.evaluate((name) => localStorage.setItem(name, 'r8_secret'), KEY);

  const other = await otherDevice(browser);
  await signIn(other, account);
  await open(other, '/settings/sign-in');
  await press(other, 'Sign out all other devices');
  await expect(page).toHaveURL(/\/auth$/);
  await other.context().close();
  expect(await keptKey()).toBeNull();
  await submitSignIn(page, account);
  await expect(page).toHaveURL(/\/image-to-video$/);
  await expect(page.getByLabel('Video prompt')).toHaveValue(PROMPT);

  await page.evaluate((name) => localStorage.setItem(name, 'r8_secret'), KEY);
  await open(page, '/dashboard');
  await press(page, 'Sign out');
  await expect(page).toHaveURL(/\/auth/);
  expect(await keptKey()).toBeNull();
  await signIn(page, account);
  await open(page, '/image-to-video');
  await expect(page.getByLabel('Video prompt')).toHaveValue('');
});

test('on a phone, neither a message nor the button to the top covers the button that generates', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, newAccount());
  await open(page, '/image-to-video');
  await page.getByLabel('Video prompt').fill(PROMPT);
  await page.getByRole('button', { name: 'Buy Starter Pack for ₹99' }).click();
  await payInCheckout(page);

  const generate = page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' });
  /** Whether both are there and nothing of one is over the other. */
  const areApart = async (other: Locator) => {
    const [box, button] = await Promise.all([other.boundingBox(), generate.boundingBox()]);
    return !!box && !!button && (box.y + box.height < button.y || button.y + button.height < box.y);
  };
  const message = page.locator('[data-sonner-toast]').filter({ hasText: 'Payment successful!' });
  await expect.poll(() => areApart(message)).toBe(true);
  // The button to the top appears; below the form, the footer begins.
  for (const top of [301, 600]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expect.poll(() => areApart(page.getByRole('button', { name: 'Scroll to top' }))).toBe(true);
  }
});
