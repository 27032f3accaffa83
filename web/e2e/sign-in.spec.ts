import { randomUUID } from 'node:crypto';
import { open, press, expectText, submitSignIn } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { expect, test } from './test';

const UNKNOWN = 'No account found with this email address. Please sign up first';

test('AUTH-02: the password can be shown and hidden', async ({ page }) => {
  await open(page, '/auth');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await press(page, 'Show password');
  await expect(password).toHaveAttribute('type', 'text');
  await press(page, 'Hide password');
  await expect(password).toHaveAttribute('type', 'password');
});

test('AUTH-03: a modal for a forgotten password, and help tips', async ({ page }) => {
  await open(page, '/auth');
  await expect(page.getByRole('list', { name: 'Help tips' }).getByRole('listitem')).not.toHaveCount(0);
  await press(page, 'Forgot password?');
  await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('AUTH-08: the form asks for an address of the right shape and for a password', async ({ page }) => {
  await open(page, '/auth');
  await press(page, 'Sign in');
  await expectText(page, 'Email is required');
  await expectText(page, 'Password is required');
  await submitSignIn(page, { email: 'rupali@example', password: 'any' });
  await expectText(page, 'Email is invalid');
});

test('AUTH-19: signing in with an address that no mail could reach', async ({ page }) => {
  await open(page, '/auth');
  await submitSignIn(page, { email: 'rupali(das)@example.com', password: 'any' });
  await expectText(page, 'Please enter a valid email address');
});

test('AUTH-16, AUTH-25: an unknown address is told, until the message is dismissed', async ({ page }) => {
  await open(page, '/auth');
  await submitSignIn(page, newAccount());
  await expectText(page, UNKNOWN);
  await press(page, 'Dismiss message');
  await expect(page.getByText(UNKNOWN)).toBeHidden();
});

test('AUTH-26: an answer without a user is no sign-in', async ({ page }) => {
  await open(page, '/auth');
  await page.route('**/api/auth/signin', (route) => route.fulfill({ json: { success: true } }));
  await submitSignIn(page, newAccount());
  await expectText(page, 'Login failed - no user data');
});

test('AUTH-35: whoever has no session is told so', async ({ request }) => {
  const answer = await request.get(`${stack().web}/api/auth/user`);
  expect(answer.status()).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthorized', message: 'Auth session missing' });
});

test('AUTH-14, AUTH-15: signing out ends the session in every tab', async ({ page, context }) => {
  await signUp(page, newAccount());
  const other = await context.newPage();
  await open(other, '/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Good to see you');
  await press(page, 'Sign out');
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/auth$/);
});

test('AUTH-22, AUTH-24: wrong passwords are told, and then have to wait', async ({ page }) => {
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
