import { newCreator } from '@luit/smoke/smoke-test';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { stack } from './creator';
import { query } from './database';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { expect, test } from './test';
import { addWrongAccounts, removeWrongAccounts, VIOLATED_INVARIANT } from './wrong-accounts';

const FREQUENT_CHECKS = { INVARIANTS_INTERVAL_MS: '5000' };

isolatedStack({ env: { billing: FREQUENT_CHECKS, generation: FREQUENT_CHECKS } });

const PHONE = { width: 390, height: 844 };

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall state' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Sends a change as the signed-in operator. */
const change = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json', 'x-luit-operator': '1' };
      return (await fetch(address, { method: 'POST', headers, body: json })).status;
    },
    [`/api/admin${path}`, JSON.stringify(body)] as const,
  );

test('the home page says that all is right, then what is wrong with the figures of the database, and a button ends it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signInAsOperator(page);
  await expect(verdict(page)).toContainText('Everything is OK', { timeout: 60_000 });
  const [checks] = await query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM billing.invariants) + (SELECT count(*) FROM generation.invariants))::int AS count`,
  );
  await expect(section(page, 'Money and jobs')).toContainText(`All ${checks?.count} invariants hold`);
  await expect(section(page, 'Workers')).toContainText('Release 0.1.0');

  expect(await change(page, '/queues/submit/pause', { reason: 'A drill of the home page' })).toBe(200);
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  for (let jobs = 1; jobs <= 3; jobs += 1) {
    const input = { prompt: `A ferry, take ${jobs}`, duration: 5, planId: '5s-480p', model: 'seedance' };
    await creator.post('/api/generate', input, { 'idempotency-key': randomUUID() });
  }
  await expect(verdict(page)).toContainText('Queue submit is paused');
  await expect(verdict(page)).toHaveAttribute('data-state', 'bad');
  const [waiting] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM generation.requests WHERE state IN ('pending', 'submitting', 'unknown')`,
  );
  expect(waiting?.count).toBe(3);
  const figure = (label: string) =>
    section(page, 'Customers waiting').getByText(label, { exact: true }).locator('..').getByRole('definition').first();
  await expect(figure('Waiting')).toHaveText('3');
  await expect(figure('Time to drain')).toHaveText('Unknown');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole('button', { name: 'Resume submit' }).click();
  await expect(section(page, 'Paused or unavailable')).toContainText('No queue is paused');
  await expect(figure('Waiting')).toHaveText('0', { timeout: 60_000 });
  await expect(verdict(page)).toContainText('Everything is OK', { timeout: 60_000 });
});

test('a part that cannot be read says so instead of showing zero', async ({ page }) => {
  await signInAsOperator(page);
  await expect(verdict(page)).toContainText('Everything is OK', { timeout: 60_000 });
  await page.route('**/api/admin/invariants', (route) => route.fulfill({ status: 503, json: {} }));
  await page.route('**/api/admin/workers', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(verdict(page)).toContainText('Can’t tell whether everything is OK');
  await expect(verdict(page)).toContainText('Could not load');
  await expect(section(page, 'Money and jobs')).toContainText(
    'Could not load. The server could not respond. Retry in a moment',
  );
  await expect(section(page, 'Money and jobs')).not.toContainText('hold');
  // While it still fails: afterward the page may recover on its own before the click.
  const retried = page.waitForRequest('**/api/admin/invariants');
  await section(page, 'Money and jobs').getByRole('button', { name: 'Retry' }).click();
  await retried;
  await page.unrouteAll();
  await expect(verdict(page)).toContainText('Everything is OK', { timeout: 60_000 });
});

test('a mismatch of money is on the home page, as an alert with its runbook, and on the page of invariants', async ({
  page,
}) => {
  const users = [randomUUID(), randomUUID()];
  await addWrongAccounts(users);
  await signInAsOperator(page);
  await expect(verdict(page)).toContainText('1 invariant is violated', { timeout: 60_000 });
  await expect(section(page, 'Money and jobs')).toContainText('2 violations');
  const alert = section(page, 'Open alerts').getByRole('listitem').filter({ hasText: VIOLATED_INVARIANT });
  await expect(alert).toContainText('fails in 2 cases', { timeout: 60_000 });
  await alert.getByRole('link', { name: 'View invariants' }).click();
  const row = page.getByRole('row').filter({ hasText: VIOLATED_INVARIANT });
  await expect(row).toContainText('2 violations');
  for (const user of users) await expect(row).toContainText(user);
  await page.getByRole('link', { name: 'Runbook' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Runbook: Invariant violated' })).toBeVisible();
  await removeWrongAccounts(users);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(verdict(page)).toContainText('Everything is OK', { timeout: 90_000 });
});
