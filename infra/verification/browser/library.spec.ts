import { readFile } from 'node:fs/promises';
import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo, overflow, videoReady } from './steps';
import { expect, test } from './test';

test('the library finds videos by the words of their prompts, in any order and script, and keeps favorites', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  for (const prompt of ['A boat at dawn', 'नदी पर एक नाव']) {
    await makeVideo(page, prompt);
    await expect(page).toHaveURL(/request=/);
  }
  await open(page, '/library');
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  await expect(heading('A boat at dawn')).toBeVisible();
  await expect(heading('नदी पर एक नाव')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search your prompts' });
  await search.fill('dawn boat');
  await expect(heading('नदी पर एक नाव')).toHaveCount(0);
  await expect(heading('A boat at dawn')).toBeVisible();
  await search.fill('नाव');
  await expect(heading('A boat at dawn')).toHaveCount(0);
  await page.reload();
  await expect(search).toHaveValue('नाव');
  await expect(heading('नदी पर एक नाव')).toBeVisible();

  await search.fill('');
  const hearts = page.getByRole('button', { name: 'Favorite' });
  await expect(hearts).toHaveCount(2);
  const boat = page.getByRole('listitem').filter({ has: heading('A boat at dawn') });
  await boat.getByRole('button', { name: 'Favorite' }).click();
  await expect(boat.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  const toggleFavorites = async () => {
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByText('Favorites', { exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await toggleFavorites();
  await expect(page.getByRole('button', { name: 'Filter, 1 in use' })).toBeVisible();
  await expect(heading('नदी पर एक नाव')).toHaveCount(0);
  await page.reload();
  await expect(hearts).toHaveCount(1);
  await expect(boat.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await toggleFavorites();
  await expect(hearts).toHaveCount(2);

  await search.fill('100%');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(heading('A boat at dawn')).toBeVisible();
  await expect(search).toHaveValue('');
});

test('pictures keep their ratio in rows, small ones on request, and the first is in view on a phone below one line', async ({
  page,
}) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  await videoReady(page);
  await open(page, '/library');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A boat at dawn' }) });
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(item).toBeInViewport({ ratio: 1 });
    expect(await overflow(page)).toBe(0);
    const box = (await item.boundingBox())!;
    expect(box.width / box.height).toBeCloseTo(16 / 9, 1);
    expect(box.y).toBeLessThan(200);
  }
  const { height } = (await item.boundingBox())!;
  await view('Small pictures').click();
  await expect.poll(async () => (await item.boundingBox())!.height).toBeLessThan(height);
  await page.reload();
  await expect(view('Large pictures')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await view('Select').click();
  await item.getByRole('checkbox').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  for (const name of ['Download as ZIP', 'Share', 'Collect', 'Delete', 'Done'])
    await expect(view(name)).toBeInViewport({ ratio: 1 });
  expect(await overflow(page)).toBe(0);
  await view('Done').click();

  await view('Filter').click();
  for (const name of ['From a prompt', 'Restored photos', 'Ready', 'Failed or canceled', 'Favorites', 'Shared'])
    await expect(page.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open A boat at dawn' }).click();
  await expect(page).toHaveURL(/request=/);
});

test('a deleted video can be taken back at once, or from the trash, until it is deleted for good', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  await open(page, '/library');
  const heading = page.getByRole('heading', { level: 2, name: 'A boat at dawn' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  const remove = async () => {
    await page.getByRole('button', { name: /^More about/ }).click();
    await press('Delete');
  };

  await remove();
  await expect(heading).toHaveCount(0);
  await press('Undo');
  await expect(heading).toBeVisible();

  await remove();
  await expect(page.getByText('Everything is in the trash')).toBeVisible();
  await press('More');
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(heading).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await overflow(page)).toBe(0);
  await press('Put back');
  await expect(page.getByText('The trash is empty')).toBeVisible();

  await open(page, '/library');
  await remove();
  await page.getByRole('link', { name: 'Open the trash' }).click();
  await press('Delete now');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await open(page, '/library');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test('selected videos are compared, downloaded as one file and moved to the trash together', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  for (const prompt of ['A boat at dawn', 'नदी पर एक नाव']) {
    await makeVideo(page, prompt);
    await expect(page).toHaveURL(/request=/);
    await videoReady(page);
  }
  await open(page, '/library');
  const selectBoth = async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select A boat at dawn' }).check();
    await page.getByRole('button', { name: 'Select all shown' }).click();
  };
  await selectBoth();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('row', { name: /^Prompt/ })).toHaveText(/A boat at dawn|नदी पर एक नाव/);
  const position = page.getByRole('slider', { name: 'Position in both videos' });
  await expect(position).toHaveAttribute('aria-valuetext', /^0\.0 of [45]\.\d seconds$/);
  await page.getByRole('button', { name: 'Play both' }).click();
  const times = () => page.locator('video').evaluateAll((all: HTMLVideoElement[]) => all.map((one) => one.currentTime));
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Pause both' }).click();
  await position.fill('2');
  await expect.poll(times).toEqual([2, 2]);
  await expectNoAxeViolations(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBe(0);
  }
  await page.getByRole('link', { name: 'Back to the library' }).click();

  await selectBoth();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 2 as ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('luit.zip');
  const file = await readFile(await (await download).path());
  expect(file.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  for (const name of ['001 नदी-पर-एक-नाव.mp4', '002 A-boat-at-dawn.mp4']) expect(file.includes(name)).toBe(true);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Everything is in the trash')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
});
