import type { Stack } from '@luit/local/launch';
import { linkToken } from '@luit/journey/mailbox';
import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

export const stack = (): Stack => JSON.parse(process.env.LUIT_STACK ?? '{}') as Stack;

export interface Account {
  name: string;
  email: string;
  password: string;
}

export const newAccount = (): Account => ({
  name: 'Rupali Das',
  email: `rupali-${randomUUID()}@example.com`,
  password: randomUUID(),
});

/** Fills the sign-up form, opens the mailed link and presses its button, then signs in, as a person would. */
export async function signUp(page: Page, account: Account): Promise<void> {
  const { web, mailbox } = stack();
  await page.goto(`${web}/auth`);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  const token = await linkToken(mailbox, account.email, '/auth/confirm');
  await page.goto(`${web}/auth/confirm?token=${token}`);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto(`${stack().web}/auth`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
  await expect(page).toHaveURL(/\/dashboard/);
}
