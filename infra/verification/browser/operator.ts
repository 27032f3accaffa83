import { expect, type Page } from '@playwright/test';
import { stack } from './creator';

/** Signs in to the operators' app. */
export async function signInAsOperator(page: Page): Promise<void> {
  const { admin, adminEmail, adminPassword } = stack();
  await page.goto(admin);
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Shows the entries of the navigation that are folded up, unless one of them is the current page. */
export const unfoldMore = (page: Page) =>
  page.getByRole('navigation', { name: 'Operations' }).getByText('More', { exact: true }).click();
