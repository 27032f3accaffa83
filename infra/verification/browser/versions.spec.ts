import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo, openMoreActions, videoReady } from './steps';
import { expect, test } from './test';

test('a video is downloaded in a small version and as an animation, which are made when someone asks for them', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  await videoReady(page);
  await openMoreActions(page, 'Other versions');
  const dialog = page.getByRole('dialog', { name: 'Download this video' });
  await expect(dialog.getByRole('button', { name: 'Download Original' })).toBeVisible();
  const animation = dialog.getByRole('link', { name: /^Download Animated preview/ });
  await expect(animation).toBeVisible();
  await expectNoAxeViolations(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), animation.click()]);
  const file = await readFile(await saved.path());
  expect(await sharp(file, { animated: true }).metadata()).toMatchObject({ format: 'webp', width: 320 });
  // The sandbox renders videos that may already be smaller than a small version.
  await expect(
    dialog.getByRole('link', { name: /^Download Small/ }).or(dialog.getByText('The original is already as small.')),
  ).toBeVisible();

  await open(page, '/library');
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('button', { name: 'Other versions' }).click();
  await expect(animation).toBeVisible();
});
