import { linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { translatePage } from '../../../web/src/testing/translate-page';
import { open, submitSignIn, submitSignUp, press } from './account-steps';
import { newAccount, stack } from './creator';
import { balance, makeVideo, payForStarterPack, videoReady } from './steps';
import { expect, test } from './test';

const PROBLEM = 'This page has a problem';

/** Translates every page once it has loaded. */
async function translateAll(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('load', () => (${translatePage.toString()})())`);
}

test('who has the page translated signs up, signs in, buys credits and makes a video', async ({ page }) => {
  const account = newAccount();
  const failures: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Page rendering failed')) failures.push(message.text());
  });
  await translateAll(page);

  await test.step('sign up', async () => {
    await open(page, '/auth');
    await expect(page.locator('main font').first()).toBeAttached();
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await submitSignUp(page, { ...account, password: 'short' });
    await submitSignUp(page, account);
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    const token = await linkToken(stack().mailbox, account.email, '/auth/confirm');
    await open(page, `/auth/confirm?token=${token}`);
    await press(page, 'Confirm email');
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step('sign in', async () => {
    await page.context().clearCookies();
    await open(page, '/auth');
    await submitSignIn(page, { ...account, password: 'not this one' });
    await expect(page.getByRole('alert')).toBeVisible();
    await submitSignIn(page, account);
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step('buy credits, whose number follows', async () => {
    await payForStarterPack(page);
    await expect(balance(page)).toHaveText(/100/);
  });

  await test.step('make a video, whose progress and price follow', async () => {
    await makeVideo(page, 'A country boat crosses the river at dawn');
    await expect(balance(page)).toHaveText(/82/);
    await videoReady(page);
  });

  expect(failures).toEqual([]);
  await expect(page.getByText(PROBLEM)).toHaveCount(0);
});
