import { expect, type Browser, type Page } from '@playwright/test';
import { type Account, stack } from './creator';

export const open = (page: Page, path: string) => page.goto(stack().web + path);
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
export const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

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

/** @param current where somebody signed in changes their own password */
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

/** Another machine in another network, as the server behind its proxy sees it. */
export async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } });
  return context.newPage();
}
