import type { Page } from '@playwright/test';
import { stack } from './creator';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

async function fillLogin(page: Page): Promise<void> {
  const { adminEmail, adminPassword } = stack();
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signing in opens the page of the link, with its filters, and goes on from there @journey', async ({ page }) => {
  const { admin } = stack();
  await page.goto(`${admin}/transactions?type=refund`);
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await fillLogin(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL(`${admin}/transactions?type=refund`);
  await expect(page.getByLabel('Type')).toHaveValue('refund');

  await page.getByLabel('Type').selectOption('grant');
  await expect(page).toHaveURL(/type=grant/);
  await page.goBack();
  await expect(page.getByLabel('Type')).toHaveValue('refund');

  // The session ends while the operator works: the next sign-in returns to that page.
  await page.route('**/api/admin/audit-log?*', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('alert')).toHaveText('Session expired. Please login again.');
  await page.unroute('**/api/admin/audit-log?*');
  await fillLogin(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  // People who sign out asked for no page.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await fillLogin(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('a failed read says what failed and what to do', async ({ page }) => {
  await signInAsOperator(page);
  const refusal = { success: false, code: 'internal_error', message: 'x', error: 'x', requestId: 'request-7' };
  await page.route('**/api/admin/transactions?*', (route) => route.fulfill({ status: 500, json: refusal }));
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Could not load transactions');
  await expect(alert).toContainText('Retry in a moment');
  await expect(alert).toContainText('API Error: 500 · Request request-7');
  await page.unroute('**/api/admin/transactions?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
});
