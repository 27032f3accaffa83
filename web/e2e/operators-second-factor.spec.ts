import { linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { expect, test } from './test';

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required' } } });

const STEP_SECONDS = 30;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(stack().admin);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Adds an authenticator app on the set-up screen. @returns its secret and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // The code of the step before, so that the current one is still unused.
  const epoch = Math.floor(Date.now() / 1_000) - STEP_SECONDS;
  await page.getByLabel('Code of your authenticator app').fill(await generate({ secret, epoch }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allInnerTexts();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  return { secret, codes };
}

test('an owner sets up a second factor, invites a colleague, and both sign in with it', async ({ browser, page }) => {
  const { adminEmail, adminPassword, mailbox, admin } = stack();
  await signIn(page, adminEmail, adminPassword);
  const { codes } = await setUpApp(page);

  const email = `mina-${randomUUID()}@example.com`;
  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('finance');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email);

  const colleague = await (await browser.newContext()).newPage();
  const token = await linkToken(mailbox, email, '/admin/invitation');
  await colleague.goto(`${admin}/invitation?token=${token}`);
  await colleague.getByLabel('Your name').fill('Mina Bora');
  await colleague.getByLabel('Password', { exact: true }).fill('a long river of words');
  await colleague.getByRole('button', { name: 'Join' }).click();
  await setUpApp(colleague);
  await expect(colleague.getByRole('link', { name: 'Revenue' })).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Operators', exact: true })).toHaveCount(0);
  await colleague.goto(`${admin}/operators`);
  await expect(colleague.getByRole('heading', { level: 1, name: 'Not permitted' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, adminEmail, adminPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your sign-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});
