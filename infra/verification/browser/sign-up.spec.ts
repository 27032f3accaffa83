import { linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { otherDevice, open, press, expectText, submitSignIn, submitSignUp } from './account-steps';
import { type Account, newAccount, stack } from './creator';
import { expect, test } from './test';

const EXPIRED = 'This link is invalid or has expired. Please request a new one.';

const signUpCalls = '**/api/auth/signup';

async function openSignUp(page: Page): Promise<Account> {
  await open(page, '/auth?mode=signup');
  return newAccount();
}

test('the sign-in and sign-up forms are next to a hero [AUTH-01]', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [path, button] of [
    ['/auth', 'Sign in'],
    ['/auth?mode=signup', 'Create account'],
  ] as const) {
    await open(page, path);
    const hero = await page.getByRole('complementary').boundingBox();
    const form = await page.getByRole('main').getByRole('button', { name: button, exact: true }).boundingBox();
    expect(hero && form && hero.x + hero.width <= form.x, path).toBe(true);
    await expectText(page, 'Every video starts with a sentence.');
  }
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('the auth API rejects input that the forms would not send [AUTH-08]', async ({ request }) => {
  const whole = newAccount();
  const without = (field: keyof Account) => ({ ...whole, [field]: undefined });
  for (const [path, body, message] of [
    ['signup', without('name'), 'Name is required'],
    ['signup', without('email'), 'Email is required'],
    ['signup', without('password'), 'Password is required'],
    ['signin', without('email'), 'Email is required'],
    ['signin', without('password'), 'Password is required'],
  ] as const) {
    const answer = await request.post(`${stack().web}/api/auth/${path}`, { data: body });
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, message });
  }
});

test('a taken email address shows an error [AUTH-17]', async ({ page }) => {
  const account = await openSignUp(page);
  await submitSignUp(page, account);
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await open(page, '/auth?mode=signup');
  await submitSignUp(page, { ...account, email: account.email.toUpperCase() });
  await expectText(page, 'An account with this email already exists');
});

test('the server’s error for a short password is shown [AUTH-18]', async ({ page }) => {
  const account = await openSignUp(page);
  await page.route(signUpCalls, (route) => {
    const body = route.request().postDataJSON() as Account;
    return route.continue({ postData: JSON.stringify({ ...body, password: '12345' }) });
  });
  await submitSignUp(page, account);
  await expectText(page, 'Password must be at least 6 characters long');
});

test('an invalid email address shows an error at sign-up [AUTH-19]', async ({ page }) => {
  await submitSignUp(page, { ...(await openSignUp(page)), email: 'rupali(das)@example.com' });
  await expectText(page, 'Please enter a valid email address');
});

test('an unavailable validation shows an error [AUTH-20]', async ({ page }) => {
  const account = await openSignUp(page);
  await page.route(signUpCalls, (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'Auth does not answer' } }),
  );
  await submitSignUp(page, account);
  await expectText(page, 'Unable to validate email. Please try again');
});

test('other errors are shown unchanged, and a response without a user shows Signup failed [AUTH-21]', async ({
  page,
}) => {
  const account = await openSignUp(page);
  await submitSignUp(page, { ...account, name: 'Rupali \u202e Das' });
  await expectText(page, 'Name contains characters that cannot be used');
  await page.route(signUpCalls, (route) => route.fulfill({ status: 201, json: { success: true } }));
  await submitSignUp(page, account);
  await expectText(page, 'Signup failed');
});

test('an unconfirmed user can resend the email but not sign in [AUTH-10, AUTH-11, AUTH-12, AUTH-13, AUTH-23]', async ({
  page,
}) => {
  const account = newAccount();
  await open(page, '/auth?mode=signup');
  await submitSignUp(page, account);
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await press(page, 'Resend email');
  await expectText(page, 'Confirmation email sent!');
  await expect(page.getByText('Confirmation email sent!')).toBeHidden();
  await press(page, 'Resend email');
  await expectText(page, 'We just sent you an email. Please wait a minute before requesting another one');

  await press(page, 'Back to sign in');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await submitSignIn(page, account);
  await expectText(page, 'Please check your email and confirm your account before signing in');
  await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible();
  await open(page, '/dashboard');
  await expect(page).toHaveURL(/\/auth$/);

  await open(page, `/auth/confirm?token=${await linkToken(stack().mailbox, account.email, '/auth/confirm')}`);
  await press(page, 'Confirm email');
  await expect(page).toHaveURL(/\/dashboard/);
});

test('confirming in another network requires the password, and a used link can be replaced @journey', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await open(page, '/auth?mode=signup');
  await submitSignUp(page, account);
  const path = `/auth/confirm?token=${await linkToken(stack().mailbox, account.email, '/auth/confirm')}`;

  const other = await otherDevice(browser);
  await open(other, path);
  await press(other, 'Confirm email');
  await expectText(other, 'To confirm on another device, please enter the password you chose when you signed up');
  await press(other, 'Confirm email');
  await expectText(other, 'Password is required');
  const password = other.getByLabel('Password you chose when you signed up');
  await password.fill(randomUUID());
  await press(other, 'Confirm email');
  await expectText(other, 'This isn’t the password you chose when you signed up');
  await password.fill(account.password);
  await press(other, 'Confirm email');
  await expect(other).toHaveURL(/\/dashboard/);
  await other.context().close();

  await open(page, path);
  await press(page, 'Confirm email');
  await expectText(page, EXPIRED);
  await press(page, 'Send new link');
  await expectText(page, 'Email is required');
  await page.getByLabel('Email').fill(account.email);
  await press(page, 'Send new link');
  await expectText(page, 'This email address is already confirmed. Please sign in');
  await open(page, '/auth/confirm');
  await expectText(page, 'This link is incomplete. Open it again from the email or request a new one.');
});
