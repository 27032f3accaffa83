import { linkToken } from '@luit/smoke/mailbox';
import { open, press } from './account-steps';
import { newAccount, stack } from './creator';
import { query } from './database';
import { expect, test } from './test';

/** Adds the consent of a user to an earlier version of the terms, as if theirs were not the current one. */
async function agreeToOlderTerms(email: string): Promise<void> {
  await query(
    `INSERT INTO auth.consents (user_id, notice, version, is_given, source)
     SELECT id, 'terms', '2025-01-01', true, 'sign_up' FROM auth.users WHERE email = $1`,
    [email],
  );
}

test('sign-up records what was accepted; marketing is withdrawn, and new terms ask again', async ({ page }) => {
  const account = newAccount();
  await open(page, '/auth?mode=signup');
  const marketing = page.getByRole('checkbox', { name: 'Send me news and offers' });
  await expect(marketing).not.toBeChecked();
  await marketing.check();
  await page.getByLabel('Full name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await press(page, 'Create account');
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await open(page, `/auth/confirm?token=${await linkToken(stack().mailbox, account.email, '/auth/confirm')}`);
  await press(page, 'Confirm email');
  await expect(page).toHaveURL(/\/dashboard/);

  await open(page, '/settings/privacy');
  const card = page.getByRole('region', { name: 'What you agreed to' });
  await expect(card.getByText(/^You agreed to version 1 on /)).toHaveCount(3);
  await expect(marketing).toBeChecked();
  await marketing.click();
  await expect(card.getByText(/^You withdrew this on /)).toBeVisible();
  await expect(marketing).not.toBeChecked();
  const banner = page.getByRole('region', { name: 'New versions' });
  await expect(banner).toHaveCount(0);

  await agreeToOlderTerms(account.email);
  await open(page, '/dashboard');
  await expect(banner).toContainText('Our Terms of Service have changed.');
  await banner.getByRole('button', { name: 'I agree' }).click();
  await expect(banner).toHaveCount(0);
  await open(page, '/settings/privacy');
  await expect(card.getByText(/^You agreed to version 1 on /)).toHaveCount(2);
  await expect(banner).toHaveCount(0);
});
