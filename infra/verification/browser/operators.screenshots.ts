import { expect, test } from '@playwright/test';
import { poisonJob, poisonSettlement } from '@luit/chaos/poison-messages';
import { newCreator } from '@luit/smoke/smoke-test';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator, unfoldMore } from './operator';
import { failJobs, refuseWebhook, writeMessage } from './operator-fixtures';
import { dispute } from './sandbox';
import { isolatedStack } from './isolated-stack';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, recordMessages } from './steps';

isolatedStack();

/** The headings of pages, by their path. */
const PAGES = {
  '': 'Home',
  '/invariants': 'Invariants',
  '/users': 'Users',
  '/transactions': 'Transactions',
  '/approvals': 'Approvals',
  '/credit-packs': 'Credit packs',
  '/analytics': 'Analytics',
  '/revenue': 'Revenue',
  '/audit-log': 'Audit log',
  '/settings': 'Settings',
};

test('the operators’ pages for users and payments', async ({ browser, page }) => {
  const buyer = await (await browser.newContext()).newPage();
  const account = newAccount();
  await recordMessages(buyer);
  await signUp(buyer, account);
  await buyStarterPack(buyer);
  await signInAsOperator(page);
  for (const [path, name] of Object.entries(PAGES)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${stack().admin}${path}`);
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
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh/)).toBeVisible();
  await takeScreenshots(page, 'admin-stale');
});

test('the page of dead letters', async ({ page }) => {
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  await signInAsOperator(page);
  await unfoldMore(page);
  await page.getByRole('link', { name: 'Dead letters', exact: true }).click();
  await expect(page.getByText('No dead letters')).toBeVisible();
  await takeScreenshots(page, 'admin-dead-letters-empty');
  const repair = await poisonSettlement(stack(), await creator.generate('A ferry at dawn'));
  await poisonJob(stack());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Handler failed')).toBeVisible();
  await takeScreenshots(page, 'admin-dead-letters');
  await page.getByRole('button', { name: /^Discard ?: mail/ }).click();
  await takeScreenshots(page, 'admin-dead-letters-discard', false);
  await repair();
});

test('the operators’ pages for jobs during an incident', async ({ page }) => {
  await writeMessage();
  await failJobs();
  await signInAsOperator(page);
  const open = async (name: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${stack().admin}/${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  await expect(page.getByText('The circuit breaker of provider replicate is open').first()).toBeVisible();
  await takeScreenshots(page, 'admin-home-incident');
  await open('Alerts');
  await expect(page.getByText('The circuit breaker of provider replicate is open').first()).toBeVisible();
  await takeScreenshots(page, 'admin-alerts');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('button', { name: /^Mute ?: / })
    .first()
    .click();
  await takeScreenshots(page, 'admin-alerts-mute', false);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Runbook' }).first().click();
  await takeScreenshots(page, 'admin-runbook');
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

test('the operators’ pages that follow a payment', async ({ page }) => {
  const { admin, api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  const { transactionId } = await creator.buyPack('starter');
  for (let jobs = 1; jobs <= 5; jobs += 1) await creator.generate(`A boat on the river, take ${jobs}`);
  await refuseWebhook('evt_forged_'.repeat(8));
  await signInAsOperator(page);
  const open = async (path: string, heading: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${admin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  await open('/disputes', 'Disputes');
  await takeScreenshots(page, 'admin-disputes-none');
  await open(`/orders/${transactionId}`, 'Order: Starter Pack');
  const payment = page.getByText(/^pay_\w+$/).first();
  await dispute((await payment.textContent()) ?? '');
  await open('/webhooks', 'Payment webhooks');
  await takeScreenshots(page, 'admin-webhooks');
  await page.getByRole('link', { name: 'payment.captured' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook: payment.captured' })).toBeVisible();
  await takeScreenshots(page, 'admin-webhook');
  await open('/disputes', 'Disputes');
  await takeScreenshots(page, 'admin-disputes');
  await open(`/orders/${transactionId}`, 'Order: Starter Pack');
  await takeScreenshots(page, 'admin-order');
});
