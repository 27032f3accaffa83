import { linkToken } from '@luit/smoke/mailbox';
import { expect, test } from '@playwright/test';
import { generate } from 'otplib';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { takeScreenshots } from './take-screenshots';

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required' } } });

const INVITED = 'a-colleague-with-a-rather-long-address.of.the.finance.department@subsidiary.example.com';

test('operators, invitations and second factors', async ({ browser, page }) => {
  const { adminEmail, adminPassword, admin, mailbox } = stack();
  await page.goto(admin);
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await takeScreenshots(page, 'admin-second-factor');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await takeScreenshots(page, 'admin-second-factor-app');
  await page.getByLabel('Code from your authenticator app').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await takeScreenshots(page, 'admin-recovery-codes');
  await page.getByRole('button', { name: 'I saved the codes' }).click();

  await page.goto(`${admin}/operators`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill(INVITED);
  await takeScreenshots(page, 'admin-operators-invite', false);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(INVITED);
  await takeScreenshots(page, 'admin-operators');
  await page.getByRole('button', { name: /^Manage/ }).click();
  await takeScreenshots(page, 'admin-operators-manage', false);
  await page.goto(`${admin}/profile`);
  await takeScreenshots(page, 'admin-profile');

  const colleague = await (await browser.newContext()).newPage();
  const token = await linkToken(mailbox, INVITED, '/admin/invitation');
  await colleague.goto(`${admin}/invitation?token=${token}`);
  await takeScreenshots(colleague, 'admin-invitation');
});
