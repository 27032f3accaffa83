import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { buyStarterPack, makeVideo } from './steps';
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
  await page.getByText('Favorites', { exact: true }).click();
  await expect(heading('नदी पर एक नाव')).toHaveCount(0);
  await page.reload();
  await expect(hearts).toHaveCount(1);
  await expect(boat.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await page.getByText('Favorites', { exact: true }).click();
  await expect(hearts).toHaveCount(2);

  await search.fill('100%');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(heading('A boat at dawn')).toBeVisible();
  await expect(search).toHaveValue('');
});
