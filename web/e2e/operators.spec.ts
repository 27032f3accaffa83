import { expect, test } from '@playwright/test';
import { newAccount, signUp } from './creator';
import { signInAsOperator } from './operator';
import { buyStarterPack, watch } from './steps';

test('ADM-10, ADM-12 to ADM-16, ADM-20, ADM-23, ADM-25: an operator looks up a buyer, corrects credits, refunds and edits a pack', async ({
  browser,
  page,
}) => {
  const account = newAccount();
  const buyer = await (await browser.newContext()).newPage();
  await watch(buyer);
  await signUp(buyer, account);
  await buyStarterPack(buyer);

  await signInAsOperator(page);
  await expect(page.getByRole('region', { name: 'Latest users' }).first()).toContainText(account.email);
  await expect(page.getByText('₹99.00').first()).toBeVisible();

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByLabel('Search by email').fill(account.email.slice(0, 20));
  await expect(page).toHaveURL(/q=rupali/);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await row.getByRole('button', { name: /^Edit credits/ }).click();
  await row.getByLabel(/^Credits of/).fill('1.5');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('alert')).toHaveText('A whole number, 0 or more');
  await row.getByLabel(/^Credits of/).fill('90');
  await page.route('**/credits', (route) => route.fulfill({ status: 500, json: {} }));
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('alert')).toHaveText('Failed to update credits. Please try again.');
  await page.unroute('**/credits');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('cell', { name: /^90/ })).toBeVisible();

  await row.getByRole('link', { name: account.email, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Statement' }).first()).toContainText('Credits adjusted by Luit');
  await expect(page.getByRole('region', { name: 'Audit' })).toContainText('before: 100');
  await page.getByRole('link', { name: 'Starter Pack' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Rupees').fill('10.50');
  await page.getByRole('button', { name: 'Refund ₹10.50' }).click();
  await expect(page.getByRole('region', { name: 'Refunds' }).first()).toContainText('₹10.50');

  await page.getByRole('link', { name: 'Credit packs' }).click();
  const popular = page.getByRole('article', { name: 'Popular Pack' });
  await expect(popular).toContainText('declared 10%, real −0.9%');
  await popular.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Declared saving, %').fill('0');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByLabel('Declared saving, %')).toHaveValue('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(popular).not.toContainText('declared');
});

test('ADM-06, ADM-30, ADM-33, G-08, G-53: what fails is told, and nothing is invented', async ({ page }) => {
  await signInAsOperator(page);
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh, showing data from/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest users' })).toBeVisible();

  await page.route('**/api/admin/credit-packs', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('link', { name: 'Credit packs' }).click();
  await expect(page.getByRole('alert')).toContainText('API Error: 503');
  await expect(page.getByText('not live', { exact: true })).toHaveCount(3);

  await page.route('**/api/admin/analytics?*', (route) => route.fulfill({ json: { success: true, data: {} } }));
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid analytics data received');

  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Session expired. Please login again.');
  await expect(page).toHaveURL(/\/admin\/?$/);
});
