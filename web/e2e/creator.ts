import type { Session } from '@luit/contracts/auth/sessions';
import { LuitClient } from '@luit/smoke/client';
import { linkToken } from '@luit/smoke/mailbox';
import type { Stack } from '@luit/local/running-stack';
import { expect, type APIResponse, type Page } from '@playwright/test';
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

/** Has a session in this browser and is on the dashboard, by way of calls: the forms have journeys of their own. */
export async function signUp(page: Page, { name, email, password }: Account): Promise<void> {
  const { web, mailbox } = stack();
  await succeeds(page.request.post(`${web}/api/auth/signup`, { data: { name, email, password } }));
  const token = await linkToken(mailbox, email, '/auth/confirm');
  await succeeds(page.request.post(`${web}/api/auth/confirm`, { data: { token } }));
  await page.goto(`${web}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Good to see you, ${name}`);
}

/** Fills the sign-up form, opens the mailed link and presses its button, as a person would. */
export async function signUpByForm(page: Page, account: Account): Promise<void> {
  const { web, mailbox } = stack();
  await page.goto(`${web}/auth`);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  const token = await linkToken(mailbox, account.email, '/auth/confirm');
  await page.goto(`${web}/auth/confirm?token=${token}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto(`${stack().web}/auth`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await expect(page).toHaveURL(/\/dashboard/);
}

/** The account of whoever is signed in in this browser, to be used by a program. */
export async function programOf(page: Page): Promise<LuitClient> {
  const { api, sandbox } = stack();
  const client = new LuitClient(api, sandbox);
  client.session = (await succeeds(page.request.post(`${api}/api/auth/refresh`))) as Session;
  return client;
}

async function succeeds(asked: Promise<APIResponse>): Promise<unknown> {
  const answer = await asked;
  await expect(answer).toBeOK();
  return answer.json();
}
