import { newAccount, signUp, stack } from './creator';
import { expectNoAxeViolations } from './axe';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

test('a creator redeems a promotional code of an operator once', async ({ page, browser }) => {
  const { admin, web } = stack();
  await signInAsOperator(page);
  await page.getByRole('link', { name: 'Packs and codes' }).click();
  await page.getByRole('link', { name: 'Promotional codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Promotional codes' })).toBeVisible();
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  const code = await dialog.getByLabel('Code', { exact: true }).inputValue();
  await dialog.getByLabel('Total redemptions').fill('2');
  await dialog.getByLabel('Reason').fill('Bihu campaign');
  await expectNoAxeViolations(page, 'new promotional code');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('0 of 2');

  const creator = await (await browser.newContext()).newPage();
  await signUp(creator, newAccount());
  await creator.goto(`${web}/vault`);
  const redeem = creator.getByRole('region', { name: 'Have a code?' });
  await redeem.getByLabel('Promotional code').fill('UNKNOWN2026');
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert')).toHaveText('We don’t recognize this code. Check the spelling and try again.');
  await redeem.getByLabel('Promotional code').fill(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('status')).toContainText(`50 credits added with ${code}. They expire on`);
  const balance = creator.getByRole('region', { name: 'Available credits' });
  await expect(balance.getByText('50', { exact: true }).first()).toBeVisible();
  await expect(balance.getByRole('list')).toContainText(`Promotional code ${code}Expire on`);
  await expect(creator.getByRole('list', { name: 'Transactions' })).toContainText(`Promotional code ${code}`);
  await expectNoAxeViolations(creator, 'vault');

  await creator.goto(`${web}/pricing`);
  await redeem.getByLabel('Promotional code').fill(code);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert')).toHaveText('You’ve already used this code.');
  await expectNoAxeViolations(creator, 'pricing');
  await creator.context().close();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row).toContainText('1 of 2');
  await row.getByRole('link', { name: code }).click();
  await expect(page.getByRole('table', { name: 'Redemptions' })).toContainText('rupali-');
  await expectNoAxeViolations(page, 'promotional code');
  await page.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByLabel('Reason').fill('The campaign is over');
  await dialog.getByRole('button', { name: 'Disable code' }).click();
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible();
  await page.goto(`${admin}/audit-log?subject=${code}`);
  await expect(page.getByRole('table')).toContainText('Promo code disabled');
});
