import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { clientOf, newAccount, signUp, stack } from './creator';
import { makeAnother, balance, buyStarterPack, changePlans, untilReady, recordMessages, openControl } from './steps';
import { expect, test } from './test';

async function photo({ isGray = false } = {}): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const width = 320;
  const height = 240;
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => 70 + ((at / 3) % width) / 4 + (at % 3) * 12),
  );
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toColorspace(isGray ? 'b-w' : 'srgb')
    .jpeg()
    .toBuffer();
  return { name: 'grandmother.jpg', mimeType: 'image/jpeg', buffer };
}

const saved = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
};

test('missing, invalid and oversized images are rejected with a reason before the upload [I2V-02, I2V-03, I2V-04, I2V-05, I2V-06, I2V-07]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await changePlans(page, (plans) => [...plans, { ...plans[0]!, id: '15s-480p', duration: 15 }]);
  await page.goto(`${stack().web}/image-to-video-upload`);
  const prompt = page.getByLabel('Video prompt');
  const button = page.getByRole('button', { name: /^Generate video/ });
  const expectMessage = async (text: string) => {
    await expect.poll(() => messages.splice(0)).toEqual([text]);
    await expect(page.getByRole('group', { name: 'Image', exact: true })).toHaveAccessibleDescription(text);
  };
  await prompt.fill('She turns and smiles');
  await expect(button).toBeDisabled();
  await prompt.press('Control+Enter');
  await expectMessage('Please upload an image');

  const file = page.locator('input[type=file]:not([capture])');
  const preview = page.getByRole('img', { name: /^Preview of/ });
  const pixel = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  // Decoders ignore what follows the image.
  const tenMegabytes = Buffer.concat([pixel, Buffer.alloc(10 * 2 ** 20 - pixel.length)]);
  await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expectMessage('Please select a valid image file');
  await file.setInputFiles({
    name: 'wall.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([tenMegabytes, Buffer.of(0)]),
  });
  await expectMessage('Image size should be less than 10MB');
  await expect(preview).toHaveCount(0);
  await file.setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG damaged') });
  await expectMessage('We can’t open this image. It may be damaged. Please choose another one.');
  await file.setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: tenMegabytes });
  await expect(preview).toBeVisible();
  await expect(button).toBeEnabled();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(button).toBeDisabled();

  const offered = (await openControl(page, 'Duration and quality')).getByRole('radio');
  expect(await offered.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))).toEqual([
    '5s-480p',
    '5s-720p',
    '10s-480p',
    '10s-720p',
  ]);
  await expect(page.getByText(/under 50 words/)).toBeVisible();
  await expect(page.getByText(/512 to 1024 px/)).toBeVisible();
  expect(messages).toEqual([]);
});

test('an image becomes a video that can be downloaded [I2V-01, I2V-08] @journey', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.goto(`${stack().web}/image-to-video-upload`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await expect(page.getByAltText('Preview of grandmother.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByRole('button', { name: /^Generate video/ })).toBeDisabled();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await page.getByLabel('Video prompt').fill('She turns and smiles');
  await page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
  await untilReady(page, messages);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 82 credits');
  const requestId = new URL(page.url()).searchParams.get('request') ?? '';
  expect((await saved(page)).name).toBe(`ai-video-${requestId}.mp4`);

  // After a reload, the image comes from the server.
  await page.reload();
  await makeAnother(page, 'Edit the prompt');
  await expect(page.getByLabel('Video prompt')).toHaveValue('She turns and smiles');
  await expect(page.getByAltText('Preview of image')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' })).toBeEnabled();
});

test('a video goes from one image to another, and both return for editing [G-64]', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.goto(`${stack().web}/image-to-video-upload`);
  const inputs = page.locator('input[type=file]:not([capture])');
  await inputs.first().setInputFiles(await photo());
  await expect(page.getByRole('group', { name: 'Last frame' })).toHaveCount(1);
  await inputs.last().setInputFiles(await photo({ isGray: true }));
  await expect(page.getByAltText(/^Preview of/)).toHaveCount(2);
  await page.getByLabel('Video prompt').fill('The colors fade');
  await page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
  await untilReady(page, messages);
  const client = await clientOf(page);
  const request = await client.getRequest(new URL(page.url()).searchParams.get('request') ?? '');
  expect(request.lastImageUrl).not.toBeNull();
  expect(request.lastImageUrl).not.toBe(request.imageUrl);
  await makeAnother(page, 'Edit the prompt');
  await expect(page.getByRole('group', { name: 'Last frame' }).getByRole('img')).toBeVisible();
});

test('a photo is restored with credits, compared and downloaded [RST-01, RST-02] @journey', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.goto(`${stack().web}/restore`);
  await expect(page).toHaveURL(/restore-image/);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await page.getByRole('button', { name: /^Quality:/ }).click();
  await page.getByText('High quality').click();
  await page.getByRole('button', { name: 'Restore (8 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your photo has been restored' })).toBeVisible();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 92 credits');
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await expect(page.getByText('You were charged 8 credits for this photo.')).toBeVisible();
  const requestId = new URL(page.url()).searchParams.get('request') ?? '';
  const file = await saved(page);
  expect(file.name).toBe(`restored-${requestId}.png`);
  expect(await sharp(file.content).metadata()).toMatchObject({ format: 'png', width: 960, height: 720 });
});

test('a photo is colored and restored in one job [RST-02, G-20]', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await page.goto(`${stack().web}/restore-image`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo({ isGray: true }));
  await page.getByText('Color restoration').click();
  await page.getByRole('button', { name: 'Restore (4 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your photo has been restored' })).toBeVisible();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 96 credits');
  const file = await saved(page);
  // The sandbox colors a photo cool at the top and warm at the bottom; an upscaled gray photo would show no difference.
  const warmth = async (top: number) => {
    const band = await sharp(file.content).extract({ left: 0, top, width: 320, height: 80 }).png().toBuffer();
    const [red = 0, , blue = 0] = (await sharp(band).stats()).channels.map(({ mean }) => mean);
    return red - blue;
  };
  expect(await warmth(0)).toBeLessThan(0);
  expect(await warmth(200)).toBeGreaterThan(0);
});

test('a photo is restored with the user’s own key and no credits [RST-04, RST-05, RST-06]', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await page.goto(`${stack().web}/restore-image`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await page.getByRole('button', { name: /^Pay with:/ }).click();
  await page.getByText('Your own API key', { exact: true }).click();
  await page.getByRole('button', { name: 'Restore with my API key' }).click();
  await page.getByLabel('API key', { exact: true }).fill('r8_sandbox_creator');
  await page.getByRole('button', { name: 'Save key' }).click();
  await page.getByRole('button', { name: 'Restore with my API key' }).click();
  await expect(page.getByRole('heading', { name: 'Your photo has been restored' })).toBeVisible();
  const file = await saved(page);
  expect(file.name).toMatch(/^restored-\w+\.png$/);
  expect(await sharp(file.content).metadata()).toMatchObject({ width: 640, height: 480 });
});
