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

/** Signs up through API calls and opens the dashboard. Other tests cover the forms. */
export async function signUp(page: Page, { name, email, password }: Account): Promise<void> {
  const { web, mailbox } = stack();
  await expectSuccess(page.request.post(`${web}/api/auth/signup`, { data: { name, email, password } }));
  const token = await linkToken(mailbox, email, '/auth/confirm');
  await expectSuccess(page.request.post(`${web}/api/auth/confirm`, { data: { token } }));
  await page.goto(`${web}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Good to see you, ${name}`);
}

export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto(`${stack().web}/auth`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await expect(page).toHaveURL(/\/dashboard/);
}

/** An API client with the session of this browser. */
export async function clientOf(page: Page): Promise<LuitClient> {
  const { api, sandbox } = stack();
  const client = new LuitClient(api, sandbox);
  client.session = (await expectSuccess(page.request.post(`${api}/api/auth/refresh`))) as Session;
  return client;
}

async function expectSuccess(call: Promise<APIResponse>): Promise<unknown> {
  const response = await call;
  await expect(response).toBeOK();
  return response.json();
}
