import { linkToken } from '@luit/smoke/mailbox';
import { expect, type Page } from '@playwright/test';
import { generate } from 'otplib';
import { stack } from './creator';

const STEP_SECONDS = 30;

/** Fills in the sign-in form of the operators' app. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto(stack().admin);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Adds an authenticator app on the setup screen. @returns its secret and the recovery codes */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // The server accepts the code of the step before, which leaves the current one unused, until the next step begins: at any moment.
  await expect(async () => {
    const epoch = Math.floor(Date.now() / 1_000) - STEP_SECONDS;
    await page.getByLabel('Code from your authenticator app').fill(await generate({ secret, epoch }));
    const response = page.waitForResponse(
      (one) => one.request().method() === 'PUT' && one.url().endsWith('/api/admin/profile/totp'),
    );
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect((await response).status()).toBe(200);
  }).toPass();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allInnerTexts();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  return { secret, codes };
}

/** Invites an operator, who joins on `colleague` and sets up an authenticator app. */
export async function inviteOperator(
  page: Page,
  colleague: Page,
  { email, name, role }: { email: string; name: string; role: string },
): Promise<{ secret: string }> {
  const { admin, mailbox } = stack();
  await page.getByRole('link', { name: 'Operators', exact: true }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email);
  const token = await linkToken(mailbox, email, '/admin/invitation');
  await colleague.goto(`${admin}/invitation?token=${token}`);
  await colleague.getByLabel('Your name').fill(name);
  await colleague.getByLabel('Password', { exact: true }).fill('a long river of words');
  await colleague.getByRole('button', { name: 'Join' }).click();
  return setUpApp(colleague);
}
