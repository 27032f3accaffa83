import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { makeAnother, balance, buyStarterPack, choose, expectLoaded } from './steps';
import { expect, test } from './test';

test('images are made four at once, one is changed, shared, and becomes the first frame of a video', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/create-image');
  await page.getByLabel('Image prompt').fill('A heron on a sandbar at dawn');
  await choose(page, 'Number of images', /^4 images/);
  await choose(page, 'Aspect ratio', /^Landscape, 16:9/);
  await page.getByRole('button', { name: 'Generate 4 images (4 × 8 = 32 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your images are ready' })).toBeVisible();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 68 credits');
  const results = page.getByRole('button', { name: /^Image \d of 4$/ });
  await expect(results).toHaveCount(4);
  await results.nth(2).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ai-image-.*\.png$/);
  expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({ width: 1024, height: 576 });

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this image' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  const visitor = await page.context().browser()!.newPage();
  await visitor.goto(url);
  await expect(visitor.getByRole('img', { name: 'An image made with Luit' })).toBeVisible();
  await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/output$/);
  await visitor.close();

  await makeAnother(page, 'Change this image');
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a34' } })
    .png()
    .toBuffer();
  const references = page.locator('input[type=file]:not([capture])').last();
  await references.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Preview of boat.png' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: /^Preview of/ })).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'Preview of boat.png' })).toBeVisible();
  await page.getByLabel('What to change').fill('Make it evening');
  await page.getByRole('button', { name: 'Generate image (8 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your image is ready' })).toBeVisible();
  await makeAnother(page, 'Make a video of it');
  await expectLoaded(page);
  await expect(page).toHaveURL(/\/image-to-video-upload$/);
  await expect(page.getByRole('img', { name: /^Preview of/ })).toBeVisible();

  await open(page, '/library');
  await expect(page.getByRole('heading', { name: 'A heron on a sandbar at dawn' })).toHaveCount(4);
  await expect(page.getByRole('heading', { name: 'Make it evening' })).toBeVisible();
});
