import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { expect, test } from './test';
import { addWrongAccounts, removeWrongAccounts, VIOLATED_INVARIANT } from './wrong-accounts';

const FREQUENT_CHECKS = { CHECK_INTERVAL_MS: '5000' };

isolatedStack({ env: { billing: FREQUENT_CHECKS, generation: FREQUENT_CHECKS } });

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall state' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a part that cannot be read says so instead of showing zero', async ({ page }) => {
  await signInAsOperator(page);
  await expect(verdict(page)).toContainText('Everything is OK');
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
  await expect(verdict(page)).toContainText('Everything is OK');
});

test('a mismatch of money is on the home page, as an alert with its runbook, and on the page of invariants', async ({
  page,
}) => {
  const users = [randomUUID(), randomUUID()];
  await addWrongAccounts(users);
  await signInAsOperator(page);
  await expect(verdict(page)).toContainText('1 invariant is violated');
  await expect(section(page, 'Money and jobs')).toContainText('2 violations');
  const alert = section(page, 'Open alerts').getByRole('listitem').filter({ hasText: VIOLATED_INVARIANT });
  await expect(alert).toContainText('fails in 2 cases');
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
