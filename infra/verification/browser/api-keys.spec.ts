import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { buyStarterPack, overflow } from './steps';
import { expect, test } from './test';

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${stack().api}/v1/balance`, { headers: { authorization: `Bearer ${key}` } })).status;

test('a creator gives a program a key with a budget, replaces the key and revokes it', async ({ page }) => {
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await open(page, '/settings');
  await page.getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('You have no API keys')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const secret = () => dialog.getByLabel('API key', { exact: true }).inputValue();

  await press('Create a key');
  await press('Create key');
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Shop website');
  await dialog.getByRole('checkbox', { name: 'See the balance' }).check();
  await dialog.getByLabel('Budget per month, in credits').fill('36');
  await expectNoAxeViolations(page);
  await press('Create key');
  await expect(dialog).toContainText('we can’t show it again');
  const first = await secret();
  expect(first).toMatch(/^luit_live_[0-9A-Za-z]{49}$/);
  await press('I’ve copied it');
  await expect(page.getByText(first)).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Shop website' }) });
  await expect(row).toContainText(`luit_live_…${first.slice(-4)}`);
  await expect(row).toContainText('0 of 36 credits used this month');
  await expect(row).toContainText('Never used');

  const made = await fetch(`${stack().api}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'A boat at dawn' }),
  });
  expect(made.status).toBe(200);
  await page.reload();
  await expect(row).toContainText('18 of 36 credits used this month');
  await expect(row).toContainText('Last used');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await expectNoAxeViolations(page);

  await press('Change Shop website');
  await dialog.getByLabel('Budget per month, in credits').fill('18');
  await dialog.getByLabel('Budget in total, in credits').fill('100');
  await press('Save');
  await expect(row).toContainText('18 of 18 credits used this month');
  await expect(row).toContainText('18 of 100 credits used in total');

  await press('Replace Shop website');
  await dialog
    .getByLabel('The current key works for another')
    .selectOption({ label: '0 hours: it stops working immediately' });
  await press('Replace key');
  await expect(dialog.getByLabel('API key', { exact: true })).not.toHaveValue(first);
  const second = await secret();
  await press('I’ve copied it');
  await expect.poll(() => statusWith(first)).toBe(401);
  expect(await statusWith(second)).toBe(200);

  await press('Revoke Shop website');
  await press('Revoke key');
  await expect(page.getByText('You have no API keys')).toBeVisible();
  await expect.poll(() => statusWith(second)).toBe(401);
});

test('a creator without credits gets a test key, and its video is in no library', async ({ page }) => {
  await signUp(page, newAccount());
  await open(page, '/settings/api');
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Create a key');
  await expect(dialog.getByRole('radio', { name: 'Live' })).toBeChecked();
  await dialog.getByText('For trying out your program, with 1,000 credits a day at no cost.').click();
  await expect(dialog.getByRole('radio', { name: 'Test' })).toBeChecked();
  await dialog.getByLabel('Name').fill('Trial');
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await press('Create key');
  const key = await dialog.getByLabel('API key', { exact: true }).inputValue();
  expect(key).toMatch(/^luit_test_[0-9A-Za-z]{49}$/);
  await press('I’ve copied it');
  await expect(page.getByRole('heading', { name: 'Trial Test' })).toBeVisible();
  await expect.poll(() => overflow(page)).toBe(0);
  await expectNoAxeViolations(page);

  const made = await fetch(`${stack().api}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'A boat at dawn' }),
  });
  expect(made.status).toBe(200);
  await page.reload();
  await expect(page.getByText('18 credits used, no limit')).toBeVisible();
  await open(page, '/library');
  await expect(page.getByText('A boat at dawn')).toHaveCount(0);
  await open(page, '/vault');
  await expect(page.getByText('Test credits of the day')).toHaveCount(0);
});
