import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo, overflow, videoReady } from './steps';
import { expect, test } from './test';

test('videos are grouped in collections, which are renamed and deleted, and the library shows the storage they use', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  for (const prompt of ['A boat at dawn', 'नदी पर एक नाव']) {
    await makeVideo(page, prompt);
    await expect(page).toHaveURL(/request=/);
    await videoReady(page);
  }
  await open(page, '/library');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const storage = page.getByText(/^2 items take up \d[\d.,]* (kB|MB)/);
  await expect(storage).toBeVisible();
  await expect(storage).toHaveText(/Images you uploaded and thumbnails are not counted\.$/);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const collection = page.getByRole('combobox', { name: 'Collection' });
  const choose = async (label: string) => {
    await page.getByRole('button', { name: /^Filter/ }).click();
    await collection.selectOption({ label });
    await page.keyboard.press('Escape');
  };

  await press('Select');
  await page.getByRole('checkbox', { name: 'Select A boat at dawn' }).check();
  await press('Collect');
  await page.getByRole('textbox', { name: 'Name of a new collection' }).fill('  Boats ');
  await expectNoAxeViolations(page);
  await press('Create and add');
  await expect(page.getByText('1 added to “Boats”')).toBeVisible();
  await choose('Boats (1)');
  await expect(heading('नदी पर एक नाव')).toHaveCount(0);
  await expect(heading('A boat at dawn')).toBeVisible();
  await page.reload();
  await expect(heading('A boat at dawn')).toBeVisible();
  await expect(heading('नदी पर एक नाव')).toHaveCount(0);

  await choose('Whole library');
  await press('Select');
  await press('Select all shown');
  await press('Collect');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Boats/ })
    .click();
  await expect(page.getByText('2 added to “Boats”')).toBeVisible();

  await choose('Boats (2)');
  await press('Select');
  await page.getByRole('checkbox', { name: 'Select A boat at dawn' }).check();
  await press('Take out of the collection');
  await expect(heading('A boat at dawn')).toHaveCount(0);
  await expect(heading('नदी पर एक नाव')).toBeVisible();

  await press('More');
  await press('Manage collections');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of a new collection' }).fill('boats');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You already have a collection with this name.');
  await dialog.getByRole('button', { name: 'Rename Boats' }).click();
  await dialog.getByRole('textbox', { name: 'New name of Boats' }).fill('नाव');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete नाव' })).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Delete नाव' }).click();
  await dialog.getByRole('button', { name: 'Delete collection' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete नाव' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(heading('A boat at dawn')).toBeVisible();
  await expect(heading('नदी पर एक नाव')).toBeVisible();
  await expect(page).toHaveURL(/\/library$/);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBe(0);
  }
});
