import { randomUUID } from 'node:crypto';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { enterPassword, inviteOperator, setUpApp } from './second-factor-steps';
import { expect, test } from './test';

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required' } } });

test('an owner sets up a second factor, invites a colleague, and both sign in with it', async ({ browser, page }) => {
  const { adminEmail, adminPassword, admin } = stack();
  await enterPassword(page, adminEmail, adminPassword);
  const { codes } = await setUpApp(page);

  const colleague = await (await browser.newContext()).newPage();
  const email = `mina-${randomUUID()}@example.com`;
  await inviteOperator(page, colleague, { email, name: 'Mina Bora', role: 'finance' });
  await expect(colleague.getByRole('link', { name: 'Revenue' })).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Operators', exact: true })).toHaveCount(0);
  await colleague.goto(`${admin}/operators`);
  await expect(colleague.getByRole('heading', { level: 1, name: 'Not permitted' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await enterPassword(page, adminEmail, adminPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your sign-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});
