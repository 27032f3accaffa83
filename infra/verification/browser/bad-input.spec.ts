import sharp from 'sharp';
import { open, press } from './account-steps';
import { newAccount, signUp } from './creator';
import { buyStarterPack, downloadResult, makeVideo, overflow, untilReady, recordMessages } from './steps';
import { expect, test } from './test';

const HTML = '<img src=x onerror="document.title=\'taken\'"><b>bold</b>';
const ARABIC = 'قارب يعبر النهر عند الفجر';

test('a prompt that is too long is counted but not truncated, and emoji, Arabic and markup are plain text [GEN-01, GEN-05]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/image-to-video');
  const prompt = page.getByLabel('Video prompt');
  await prompt.fill('x'.repeat(10_000));
  await expect(prompt).toHaveAccessibleDescription(/^Your prompt is too long by 8,000 characters\./);
  await expect(page.getByRole('button', { name: /^Generate video/ })).toBeDisabled();
  expect(await overflow(page)).toBe(0);

  await prompt.fill(ARABIC);
  expect(await prompt.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  await makeVideo(page, `${HTML} 🛶🌧️ ${ARABIC}`);
  await untilReady(page, messages);
  await expect(page.locator('bdi').filter({ hasText: HTML })).toBeVisible();
  await open(page, '/library');
  await expect(page.getByRole('heading', { name: HTML })).toBeVisible();
  await expect(page).toHaveTitle('Library · Luit');
});

test('a refused prompt says why where its user looks, and costs nothing [G-66]', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  for (const viewport of [
    { width: 390, height: 800 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await makeVideo(page, 'leaked nude of my neighbor');
    const reason = page.getByRole('alert').filter({ hasText: 'intimate images of people without their consent' });
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expect(reason).toContainText('You weren’t charged.');
    // The navigation bar does not cover it.
    const bar = await page.getByRole('banner').boundingBox();
    await expect
      .poll(async () => (await reason.boundingBox())?.y)
      .toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  }
  await open(page, '/vault');
  await expect(page.getByRole('banner').getByRole('link', { name: /100 credits/ })).toBeVisible();
});

test('markup in a name is shown as text [DSH-01, NAV-05]', async ({ page }) => {
  const account = { ...newAccount(), name: '<b>Rupali</b> & "রূপালী" 🛶' };
  await signUp(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Good to see you, ${account.name}`);
  await expect(page.getByRole('button', { name: `User menu for ${account.name}` })).toBeVisible();
});

test('an upload that starts offline waits for the connection, and makes one video [I2V-08, GEN-17]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/image-to-video-upload');
  const buffer = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'clay.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel('Video prompt').fill('The clay horse turns its head');
  const button = page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' });
  await page.context().setOffline(true);
  await button.click();
  await expect(page.getByText('Connection lost. The upload will resume.')).toBeVisible();
  await expect(page.getByLabel('Video prompt')).toHaveValue('The clay horse turns its head');
  await expect(page.getByRole('img', { name: 'Preview of clay.jpg' })).toBeVisible();
  await page.context().setOffline(false);
  await untilReady(page, messages);
  await open(page, '/library');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);
});

test('a blocked checkout script shows an error with advice [PAY-04, PAY-18, PAY-19] @journey', async ({ page }) => {
  await signUp(page, newAccount());
  await page.route(/checkout\.js/, (route) => route.abort('blockedbyclient'));
  await open(page, '/pricing');
  await press(page, 'Buy Starter Pack');
  await expect(page.getByRole('alert')).toContainText('Failed to initiate payment. Please try again.');
  await expect(page.getByRole('alert')).toContainText('Razorpay script is not loaded');
});

test('blocked notifications affect nothing else, and the activity center reports them [GEN-14]', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A bell in the wind');
  await untilReady(page, messages);
  await page.getByRole('button', { name: /^Activity\./ }).click();
  await expect(page.getByText('Your browser blocks notifications from Luit.')).toBeVisible();
});

test('a video that the browser cannot play shows an error and can be downloaded [GEN-13]', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.route(/\/api\/files\/.*/, (route) =>
    route.request().resourceType() === 'media'
      ? route.fulfill({ status: 200, contentType: 'video/mp4', body: 'not a video' })
      : route.continue(),
  );
  await makeVideo(page, 'A video in an unknown format');
  await expect(page.getByText('Your browser can’t play this video.')).toBeVisible();
  expect(await downloadResult(page)).toMatch(/^ai-video-.+\.mp4$/);
});

test('a video is made with the keyboard alone [GEN-01, NAV-05, RT-16]', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  const tabTo = async (name: RegExp) => {
    const named = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        const labels = at instanceof HTMLTextAreaElement ? at.labels[0]?.textContent : null;
        return labels ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      });
    for (let presses = 0; presses < 60; presses += 1) {
      if (name.test(await named())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Nothing named ${name} was reached`);
  };
  await tabTo(/^Skip to content/);
  await page.keyboard.press('Enter');
  await tabTo(/^Generate video/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/image-to-video$/);
  await expect(page.getByLabel(/^Video prompt/)).toBeVisible();
  await tabTo(/^Video prompt/);
  await page.keyboard.type('A lantern drifts downstream');
  await tabTo(/^Duration and quality:/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /^Standard Video/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await tabTo(/^Generate video \(5 s, 36 credits\)/);
  await page.keyboard.press('Enter');
  await untilReady(page, messages);
});
