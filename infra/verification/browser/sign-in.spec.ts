import { randomUUID } from 'node:crypto';
import { open, press, expectText, submitSignIn } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { expect, test } from './test';

const UNKNOWN = 'No account found with this email address. Please sign up first';

test('the sign-in page has a forgot-password modal and help tips [AUTH-03]', async ({ page }) => {
  await open(page, '/auth');
  await expect(page.getByRole('list', { name: 'Help tips' }).getByRole('listitem')).not.toHaveCount(0);
  await press(page, 'Forgot password?');
  await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an invalid email address shows an error at sign-in [AUTH-19]', async ({ page }) => {
  await open(page, '/auth');
  await submitSignIn(page, { email: 'rupali(das)@example.com', password: 'any' });
  await expectText(page, 'Please enter a valid email address');
});

test('an unknown email address shows an error until it is dismissed [AUTH-16, AUTH-25]', async ({ page }) => {
  await open(page, '/auth');
  await submitSignIn(page, newAccount());
  await expectText(page, UNKNOWN);
  await press(page, 'Dismiss message');
  await expect(page.getByText(UNKNOWN)).toBeHidden();
});

test('a call without a session returns Auth session missing [AUTH-35]', async ({ request }) => {
  const answer = await request.get(`${stack().web}/api/auth/user`);
  expect(answer.status()).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthorized', message: 'Auth session missing' });
});

test('signing out ends the session in every tab [AUTH-14, AUTH-15] @journey', async ({ page, context }) => {
  await signUp(page, newAccount());
  const other = await context.newPage();
  await open(other, '/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Good to see you');
  await press(page, 'Sign out');
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/auth$/);
});

test('wrong passwords show an error and are then rate limited [AUTH-22, AUTH-24]', async ({ page }) => {
  const account = newAccount();
  await signUp(page, account);
  await press(page, 'Sign out');
  await expect(page).toHaveURL(/\/auth$/);
  const wrong = { ...account, password: randomUUID() };
  await submitSignIn(page, wrong);
  await expectText(page, 'Invalid email or password');
  await expect(async () => {
    const answered = page.waitForResponse('**/api/auth/signin');
    await submitSignIn(page, wrong);
    expect((await answered).status()).toBe(429);
  }).toPass();
  await expectText(page, 'Too many login attempts. Please try again later');
});
