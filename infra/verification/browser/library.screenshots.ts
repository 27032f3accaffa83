import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo } from './steps';
import { takeScreenshots } from './take-screenshots';
import { expect, test } from './test';

test('sharing a video', async ({ page, browser }) => {
  test.setTimeout(300_000);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A country boat crosses a wide river at dawn while the mist slowly lifts over the water');
  await takeScreenshots(page, 'share-completed');
  await open(page, '/library');
  await page.getByRole('button', { name: /^More about/ }).click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await takeScreenshots(page, 'library-panel', false);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this video' });
  await dialog.getByRole('checkbox', { name: 'Show the prompt' }).check();
  await takeScreenshots(page, 'share-new', false);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await takeScreenshots(page, 'share-link', false);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await takeScreenshots(visitor, 'share-page');
  await visitor.goto(url.slice(0, -1) + '_');
  await takeScreenshots(visitor, 'share-ended');
});

test('rows of pictures', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  for (const prompt of [
    'A country boat crosses a wide river at dawn',
    'Tea gardens in the rain [fail:technical]',
    'नदी पर एक नाव',
  ])
    await makeVideo(page, prompt);
  await makeVideo(page, 'A kite over a white beach [slow:600]');
  await open(page, '/library');
  await page.getByRole('button', { name: 'Favorite' }).last().click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed' })).toBeVisible();
  await takeScreenshots(page, 'library-large');
  await page.getByRole('button', { name: 'Filter' }).click();
  await takeScreenshots(page, 'library-filter', false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Small pictures' }).click();
  await takeScreenshots(page, 'library-tiles');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await takeScreenshots(page, 'library-tiles-selection');
});

test('the trash', async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A country boat crosses a wide river at dawn while the mist slowly lifts over the water');
  await open(page, '/library');
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await takeScreenshots(page, 'trash-toast', false);
  await open(page, '/library/trash');
  await expect(page.getByRole('button', { name: 'Put back' })).toBeVisible();
  await takeScreenshots(page, 'trash');
});
