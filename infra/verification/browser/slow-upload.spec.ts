import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { newAccount, signUp, stack } from './creator';
import { balance, buyStarterPack, recordMessages, untilReady } from './steps';
import { expect, test } from './test';

const BYTES_PER_SECOND = 60_000;
const NORMAL = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const SLOW = { ...NORMAL, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
const CUT = { ...SLOW, offline: true };

/** A photo of some 400 kB, because noise does not compress. */
async function largePhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const image = sharp({ create: { width: 720, height: 480, channels: 3, background: '#345', noise } });
  return { name: 'market.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg({ quality: 92 }).toBuffer() };
}

/** A page with the filled form of a video from a large photo, and its network. */
async function openForm(page: Page): Promise<{ network: CDPSession; offsets: number[]; size: number }> {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.goto(`${stack().web}/image-to-video-upload`);
  const photo = await largePhoto();
  await page.locator('input[type=file]').first().setInputFiles(photo);
  await expect(page.getByAltText('Preview of market.jpg')).toBeVisible();
  await page.getByLabel('Video prompt').fill('The lanterns sway');
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  return { network, offsets, size: photo.buffer.length };
}

const generate = (page: Page) => page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
const upload = (page: Page) => page.getByRole('progressbar', { name: 'Uploading your image' });
/** Waits until more than a fifth of the image has arrived. */
const untilUnderWay = (page: Page) =>
  expect.poll(async () => Number(await upload(page).getAttribute('aria-valuenow'))).toBeGreaterThan(20);

test('an upload over 60 kB/s shows its speed, and continues where a lost connection cut it', async ({ page }) => {
  const { messages } = await recordMessages(page);
  const { network, offsets, size } = await openForm(page);
  await network.send('Network.emulateNetworkConditions', SLOW);
  await generate(page);
  await untilUnderWay(page);
  await expect(page.getByText(/^\d+% · \d+ kB\/s · about \d+ s left$/)).toBeVisible();
  await expect(page.getByText('Please keep this page open until the upload is finished.')).toBeVisible();
  await expect(page.getByText(/Request ID|credits held|You can close this page/)).toHaveCount(0);

  await network.send('Network.emulateNetworkConditions', CUT);
  await expect(page.getByText('Connection lost. The upload will resume.')).toBeVisible();
  const sent = offsets.length;
  await network.send('Network.emulateNetworkConditions', NORMAL);

  await untilReady(page, messages);
  const resumedAt = offsets[sent]!;
  expect(resumedAt).toBeGreaterThan(size / 5);
  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 82 credits');
});

test('a canceled upload keeps the form and costs nothing, and the next attempt continues it', async ({ page }) => {
  const { messages } = await recordMessages(page);
  const { network, offsets, size } = await openForm(page);
  await network.send('Network.emulateNetworkConditions', SLOW);
  await generate(page);
  await untilUnderWay(page);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByLabel('Video prompt')).toHaveValue('The lanterns sway');
  await expect(page.getByAltText('Preview of market.jpg')).toBeVisible();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');

  await generate(page);
  await untilUnderWay(page);
  await network.send('Network.emulateNetworkConditions', NORMAL);
  await untilReady(page, messages);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  expect(Math.max(...offsets)).toBeLessThan(size);
});
