import { expect, test } from '@playwright/test';
import { newAccount, signUp } from './creator';
import { signInAsOperator } from './operator';
import { failJobs, writeMessage } from './operator-fixtures';
import { isolatedStack } from './isolated-stack';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, recordAlerts } from './steps';

isolatedStack();

const PAGES = ['Dashboard', 'Users', 'Transactions', 'Credit packs', 'Analytics', 'Revenue', 'Audit log', 'Settings'];

test('the operators’ pages for users and payments', async ({ browser, page }) => {
  const buyer = await (await browser.newContext()).newPage();
  const account = newAccount();
  await recordAlerts(buyer);
  await signUp(buyer, account);
  await buyStarterPack(buyer);
  await signInAsOperator(page);
  for (const name of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await takeScreenshots(page, `admin-${name.toLowerCase().replace(' ', '-')}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: /^Edit credits/ }).click();
  await takeScreenshots(page, 'admin-users-edit');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: account.email, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.email })).toBeVisible();
  await takeScreenshots(page, 'admin-user');
  await page.getByRole('link', { name: 'Starter Pack' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await takeScreenshots(page, 'admin-refund', false);
  await page.keyboard.press('Escape');
  await page.route('**/api/admin/**', (route) => route.fulfill({ status: 503, json: {} }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh/)).toBeVisible();
  await takeScreenshots(page, 'admin-stale');
});

test('the operators’ pages for jobs during an incident', async ({ page }) => {
  await writeMessage();
  await failJobs();
  await signInAsOperator(page);
  const open = async (name: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  await open('Alerts');
  await expect(page.getByText('The circuit breaker of provider replicate is open').first()).toBeVisible();
  await takeScreenshots(page, 'admin-alerts');
  await open('Messages');
  await takeScreenshots(page, 'admin-messages');
  await open('Plans');
  await page.getByRole('button', { name: 'Edit credits of Standard Video' }).click();
  await takeScreenshots(page, 'admin-plans');
  await open('Jobs');
  await takeScreenshots(page, 'admin-jobs');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Status').selectOption('pending');
  await page.getByRole('button', { name: 'Cancel all…' }).click();
  await expect(page.getByRole('dialog')).toContainText('jobs');
  await takeScreenshots(page, 'admin-jobs-bulk', false);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('link', { name: /^A long boat/ })
    .last()
    .click();
  await expect(page.getByText('submission unknown').first()).toBeVisible();
  await takeScreenshots(page, 'admin-job');
});
