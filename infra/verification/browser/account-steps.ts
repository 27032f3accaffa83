import { expect, type Browser, type Page } from '@playwright/test';
import { type Account, stack } from './creator';

export const open = (page: Page, path: string) => page.goto(stack().web + path);
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
export const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

export async function submitSignUp(page: Page, { name, email, password }: Account): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
}

export async function submitSignIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

/** @param current required if a signed-in user changes their password */
export async function submitNewPassword(
  page: Page,
  password: string,
  repeat = password,
  current?: string,
): Promise<void> {
  if (current !== undefined) await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(repeat);
  await press(page, 'Update password');
}

/** A page of another device in another network, as the server sees it behind its proxy. */
export async function otherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } });
  return context.newPage();
}
