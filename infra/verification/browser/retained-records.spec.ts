import { open, press } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { query } from './database';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { overflow } from './steps';
import { expect, test } from './test';

isolatedStack({ env: { auth: { SEALED_RETENTION_DAYS: '400' } } });

test('a deleted account leaves a retained record, which an owner opens with a reason until its date', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await signUp(page, account);
  await open(page, '/settings/privacy');
  await press(page, 'Delete account');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('encrypted until');
  await dialog.getByLabel('Your password').fill(account.password);
  const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM auth.users WHERE email = $1', [
    account.email.toLowerCase(),
  ]);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect
    .poll(() => query('SELECT state FROM auth.account_deletions WHERE user_id = $1', [id]))
    .toEqual([{ state: 'closed' }]);

  const operator = await (await browser.newContext()).newPage();
  await signInAsOperator(operator);
  await operator.goto(`${stack().admin}/sealed-records`);
  const openButton = operator.getByRole('button', { name: `Open… ${id}` });
  await expect(openButton).toBeVisible();
  await expect(operator.getByText(account.email)).toHaveCount(0);
  await openButton.click();
  const reasons = operator.getByRole('dialog', { name: 'Open this retained record?' });
  await expect(reasons.getByRole('button', { name: 'Open' })).toBeDisabled();
  await reasons.getByLabel('Reason').fill('Request 17 of the police');
  await reasons.getByRole('button', { name: 'Open' }).click();
  await expect(operator.getByRole('region', { name: 'Opened record' })).toContainText(account.email);
  for (const width of [390, 1440]) {
    await operator.setViewportSize({ width, height: 900 });
    expect(await overflow(operator)).toBe(0);
  }
  await expectNoAxeViolations(operator);
  await operator.goto(`${stack().admin}/audit-log?action=sealed_record_opened`);
  await expect(operator.getByText('reason: Request 17 of the police')).toBeVisible();

  await query(
    `UPDATE auth.sealed_records SET erased_at = erased_at - interval '400 days', delete_at = delete_at - interval '400 days' WHERE user_id = $1`,
    [id],
  );
  await operator.goto(`${stack().admin}/sealed-records`);
  await expect(operator.getByText('No retained records')).toBeVisible();
});
