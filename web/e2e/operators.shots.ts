import { expect, test } from '@playwright/test';
import { newAccount, signUp } from './creator';
import { signInAsOperator } from './operator';
import { shoot } from './shoot';
import { buyStarterPack, watch } from './steps';

const PAGES = ['Dashboard', 'Users', 'Transactions', 'Credit packs', 'Analytics', 'Revenue', 'Audit log', 'Settings'];

test('the operators’ pages for people and money', async ({ browser, page }) => {
  const buyer = await (await browser.newContext()).newPage();
  const account = newAccount();
  await watch(buyer);
  await signUp(buyer, account);
  await buyStarterPack(buyer);
  await signInAsOperator(page);
  for (const name of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await shoot(page, `admin-${name.toLowerCase().replace(' ', '-')}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: /^Edit credits/ }).click();
  await shoot(page, 'admin-users-edit');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: account.email, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.email })).toBeVisible();
  await shoot(page, 'admin-user');
  await page.getByRole('link', { name: 'Starter Pack' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await shoot(page, 'admin-refund', false);
  await page.keyboard.press('Escape');
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 503, json: {} }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh/)).toBeVisible();
  await shoot(page, 'admin-stale');
});
