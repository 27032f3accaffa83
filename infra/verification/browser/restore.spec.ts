import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { open, expectText } from './account-steps';
import { newAccount, signUp } from './creator';
import { isolatedStack } from './isolated-stack';
import { control, injectFault } from './sandbox';
import { balance, buyStarterPack, recordMessages } from './steps';
import { expect, test } from './test';

isolatedStack();

const KEY = 'r8_sandbox_creator';

async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const flat = sharp({ create: { width: 96, height: 72, channels: 3, background: '#8a7a66' } });
  return { name: 'grandmother.jpg', mimeType: 'image/jpeg', buffer: await flat.jpeg().toBuffer() };
}

const choose = async (page: Page) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
const payWithKey = async (page: Page) => {
  await page.getByRole('button', { name: /^Pay with:/ }).click();
  await page.getByText('Your own API key', { exact: true }).click();
};
const restoreWithKey = (page: Page) => page.getByRole('button', { name: 'Restore with my API key' }).click();

/** Opens the form with a photo and an API key saved by an earlier visit. */
async function openWithSavedKey(page: Page, key = KEY): Promise<void> {
  await page.addInitScript((savedKey) => localStorage.setItem('luit.replicate-key', savedKey), key);
  await open(page, '/restore-image');
  await choose(page);
  await payWithKey(page);
}

test.afterEach(() => control('reset'));

test('files that are not images are rejected, and the API key is requested once and saved [RST-03, RST-04, RST-05]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await open(page, '/restore-image');
  const text = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') };
  await page.locator('input[type=file]').first().setInputFiles(text);
  await expect.poll(() => messages).toEqual(['Please select an image file']);
  await choose(page);
  await payWithKey(page);
  await restoreWithKey(page);
  const dialog = page.getByRole('dialog', { name: 'Your API key' });
  const save = dialog.getByRole('button', { name: 'Save key' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('API key', { exact: true }).fill('   ');
  await expect(save).toBeDisabled();
  const savedKey = () => page.evaluate(() => localStorage.getItem('luit.replicate-key'));
  expect(await savedKey()).toBeNull();
  await dialog.getByLabel('API key', { exact: true }).fill(KEY);
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await savedKey()).toBe(KEY);
});

test('a restoration with the user’s own key runs from idle to result without credits [RST-06, RST-07, RST-11]', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await openWithSavedKey(page);
  const [started] = await Promise.all([page.waitForRequest('**/api/predictions'), restoreWithKey(page)]);
  expect(started.method()).toBe('POST');
  expect(await started.headerValue('x-provider-key')).toBe(KEY);
  const { input } = started.postDataJSON() as { input: { img: string; version: string; scale: number } };
  expect(input).toMatchObject({ version: 'v1.4', scale: 2 });
  expect(input.img).toMatch(/^data:image\/jpeg;base64,/);
  await expect(page.getByRole('heading', { name: 'Restoring your photo' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your photo has been restored' })).toBeVisible();
  const stage = page.getByRole('region', { name: 'Restore image' });
  await expect(stage).toContainText('No credits are spent. Replicate bills the account your API key belongs to.');
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 0 credits');
});

test('provider errors and unreachable calls show their specified texts [RST-09, RST-10]', async ({ page }) => {
  await signUp(page, newAccount());
  await openWithSavedKey(page, 'r8_guess');
  await restoreWithKey(page);
  await expect(page.getByText(/^Replicate API error: 401 - .*authentication/)).toBeVisible();
  await page.route('**/api/predictions', (route) => route.abort());
  await restoreWithKey(page);
  await expectText(page, 'Failed to start image restoration');
  await page.unroute('**/api/predictions');
  await injectFault('never_finishes');
  await page.evaluate((key) => localStorage.setItem('luit.replicate-key', key), KEY);
  await page.route('**/api/predictions/*', (route) => route.abort());
  await restoreWithKey(page);
  await expectText(page, 'Failed to check restoration status');
});

test('a restoration shows time and credits, and a canceled one returns the credits [RST-11, SRV-07]', async ({
  page,
}) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await injectFault('never_finishes');
  await open(page, '/restore-image');
  await choose(page);
  await page.getByRole('button', { name: 'Restore (4 credits)' }).click();
  await expect(page.getByText(/4 credits held$/)).toBeVisible();
  await expect(
    page.getByText(/^We’re holding 4 credits\. They’re spent only if the restoration succeeds/),
  ).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Elapsed time' })).toHaveText(/^\d+:\d\d$/);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 96 credits');
  await page.getByRole('button', { name: 'Cancel this restoration' }).click();
  const canceled = page
    .getByRole('status')
    .getByText(/^Canceled\. We(’re returning| returned) 4 credits to your balance/);
  await expect(canceled).toBeVisible();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
});
