import { linkToken } from '@luit/smoke/mailbox';
import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { otherDevice, open, press, expectText, submitNewPassword, submitSignIn, submitSignUp } from './account-steps';
import { newAccount, signIn, signUp, stack } from './creator';
import { takeScreenshots } from './take-screenshots';
import { buyStarterPack, inHindi, makeVideo, recordMessages } from './steps';

test('sign-in and its errors', async ({ page }) => {
  const account = newAccount();
  await open(page, '/auth');
  await takeScreenshots(page, 'auth-sign-in');
  await press(page, 'Sign in');
  await takeScreenshots(page, 'auth-empty');
  await submitSignIn(page, { ...account, email: 'rupali@example' });
  await expectText(page, 'Email is invalid');
  await takeScreenshots(page, 'auth-invalid');
  await submitSignIn(page, account);
  await expectText(page, 'No account found with this email address. Please sign up first');
  await takeScreenshots(page, 'auth-unknown');
  const dialog = page.getByRole('dialog');
  const ask = async (email: string) => {
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
  };
  await press(page, 'Forgot password?');
  await expect(dialog).toBeVisible();
  await takeScreenshots(page, 'auth-forgot', false);
  await ask('');
  await expectText(page, 'Email is required');
  await takeScreenshots(page, 'auth-forgot-empty', false);
  await ask(account.email);
  await expectText(page, 'No account found with this email address');
  await takeScreenshots(page, 'auth-forgot-unknown', false);
});

test('sign-up and email confirmation', async ({ page, browser }) => {
  const account = newAccount();
  await open(page, '/auth?mode=signup');
  await takeScreenshots(page, 'auth-sign-up');
  await press(page, 'Create account');
  await takeScreenshots(page, 'auth-sign-up-empty');
  await submitSignUp(page, { ...account, email: 'rupali@example', password: '12345' });
  await expectText(page, 'Email is invalid');
  await takeScreenshots(page, 'auth-sign-up-invalid');
  await submitSignUp(page, account);
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await takeScreenshots(page, 'auth-check-email');
  // The notice disappears after three seconds; the clock is paused for the screenshots.
  await page.clock.install();
  await press(page, 'Resend email');
  await expectText(page, 'Confirmation email sent!');
  await page.clock.pauseAt(Date.now() + 1_000);
  await takeScreenshots(page, 'auth-resent');
  await page.clock.resume();
  await expect(page.getByText('Confirmation email sent!')).toBeHidden();
  await press(page, 'Resend email');
  await expectText(page, 'We just sent you an email. Please wait a minute before requesting another one');
  await takeScreenshots(page, 'auth-resend-refused');
  await press(page, 'Back to sign in');
  await submitSignIn(page, account);
  await expectText(page, 'Please check your email and confirm your account before signing in');
  await takeScreenshots(page, 'auth-unconfirmed');

  const path = `/auth/confirm?token=${await linkToken(stack().mailbox, account.email, '/auth/confirm')}`;
  await open(page, path);
  await takeScreenshots(page, 'auth-confirm');
  const other = await otherDevice(browser);
  await open(other, path);
  await press(other, 'Confirm email');
  await press(other, 'Confirm email');
  await expectText(other, 'Password is required');
  await takeScreenshots(other, 'auth-confirm-elsewhere');
  await other.context().close();
  await press(page, 'Confirm email');
  await expect(page).toHaveURL(/\/dashboard/);
  await takeScreenshots(page, 'dashboard-confirmed');
  await open(page, '/auth/confirm?token=x');
  await press(page, 'Confirm email');
  await expect(page.getByRole('button', { name: 'Send new link' })).toBeVisible();
  await takeScreenshots(page, 'auth-confirm-expired');

  await open(page, '/dashboard');
  await press(page, 'Sign out');
  await open(page, '/auth?mode=signup');
  await submitSignUp(page, account);
  await expectText(page, 'An account with this email already exists');
  await takeScreenshots(page, 'auth-sign-up-taken');
});

test('password reset', async ({ page, browser }) => {
  const account = newAccount();
  await signUp(page, account);
  const other = await otherDevice(browser);
  await open(other, '/auth');
  await press(other, 'Forgot password?');
  await other.getByRole('dialog').getByLabel('Email').fill(account.email);
  await other.getByRole('button', { name: 'Send reset link' }).click();
  await expectText(other, 'Password reset email sent! Check your inbox.');
  await takeScreenshots(other, 'auth-forgot-sent', false);
  const path = `/reset-password?token=${await linkToken(stack().mailbox, account.email, '/reset-password')}`;
  await open(other, path);
  await takeScreenshots(other, 'reset-link');
  await press(other, 'Choose new password');
  await press(other, 'Update password');
  await expectText(other, 'Please confirm your password');
  await takeScreenshots(other, 'reset-empty');
  await submitNewPassword(other, '12345', '54321');
  await expectText(other, 'Passwords do not match');
  await takeScreenshots(other, 'reset-refused');
  // The page redirects after three seconds; the clock is paused for the screenshots.
  await other.clock.install();
  await submitNewPassword(other, randomUUID());
  await expectText(other, 'Password updated successfully! Redirecting...');
  await other.clock.pauseAt(Date.now() + 1_000);
  await takeScreenshots(other, 'reset-updated');
  await other.clock.resume();
  await expect(other).toHaveURL(/\/auth$/);
  await expectText(page, 'Your password was changed. Please sign in with the new one.');
  await takeScreenshots(page, 'auth-signed-out');
  await submitSignIn(other, account);
  await expectText(other, 'Invalid email or password');
  await takeScreenshots(other, 'auth-wrong-password');
  await open(other, path);
  await press(other, 'Choose new password');
  await expect(other.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  await takeScreenshots(other, 'reset-expired');
  await other.context().close();
});

test('the account', async ({ page, browser }) => {
  const account = newAccount();
  await signUp(page, account);
  const other = await otherDevice(browser);
  await signIn(other, account);
  await other.context().close();
  await open(page, '/settings/sign-in');
  await expect(page.getByRole('region', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2);
  await takeScreenshots(page, 'settings-devices');
  await open(page, '/settings');
  await press(page, 'Edit name');
  await page.getByLabel('Full name').fill('');
  await press(page, 'Save');
  await expectText(page, 'Name is required');
  await takeScreenshots(page, 'settings-name');
  await page.getByLabel('Full name').fill('Rupali Das');
  await press(page, 'Save');
  await expect(page.getByRole('button', { name: 'Edit name' })).toBeVisible();
  await press(page, 'Add billing details');
  await press(page, 'Save');
  await takeScreenshots(page, 'settings-billing-empty');
  await page.getByLabel('Name or business').fill('Das & Daughters Handloom and Film Works');
  await page.getByLabel('State or union territory').selectOption('Maharashtra');
  await page.getByLabel('GSTIN (optional)').fill('27AAPFU0939F1ZV');
  await press(page, 'Save');
  await expect(page.getByRole('button', { name: 'Edit billing details' })).toBeVisible();
  await takeScreenshots(page, 'settings-whole');
  await open(page, '/settings/privacy');
  await press(page, 'Email me a copy');
  await expect(page.getByText(/We emailed a link/)).toBeVisible();
  await takeScreenshots(page, 'settings-privacy');
  const token = await linkToken(stack().mailbox, account.email, '/account/export');
  await open(page, `/account/export?token=${token}`);
  await takeScreenshots(page, 'export');
  await press(page, 'Download data');
  await expectText(page, 'luit-account.json has been saved.');
  await takeScreenshots(page, 'export-done');
  await open(page, `/account/export?token=${token}`);
  await press(page, 'Download data');
  await expect(page.getByRole('link', { name: 'Go to dashboard' })).toBeVisible();
  await takeScreenshots(page, 'export-expired');
  await open(page, '/reset-password');
  await takeScreenshots(page, 'password-change');
});

test('account deletion', async ({ page }) => {
  await recordMessages(page);
  const account = newAccount();
  await signUp(page, account);
  await buyStarterPack(page);
  await makeVideo(page, 'A night ferry, lamps on the water [slow:300]');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto(`${stack().web}/settings/privacy`);
  await takeScreenshots(page, 'deletion-section');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('82 credits');
  await takeScreenshots(page, 'deletion-dialog', false);
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toContainText('This password is incorrect.');
  await takeScreenshots(page, 'deletion-refused', false);
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/account\/deletion/);
  await takeScreenshots(page, 'deletion-started');
});

test('password change while signed in', async ({ page }) => {
  const account = newAccount();
  await signUp(page, account);
  await open(page, '/reset-password');
  await takeScreenshots(page, 'reset-signed-in');
  await submitNewPassword(page, randomUUID(), 'another', 'a guess');
  await expectText(page, 'Passwords do not match');
  const password = randomUUID();
  await submitNewPassword(page, password, password, 'a guess');
  await expectText(page, 'Your current password is incorrect');
  await takeScreenshots(page, 'reset-wrong-password');
});

test('a blocked account', async ({ page, request }) => {
  const { api, adminEmail, adminPassword } = stack();
  const account = newAccount();
  await signUp(page, account);
  const signedIn = await request.post(`${api}/api/auth/signin`, { data: account, headers: { 'x-client': 'token' } });
  const { user } = (await signedIn.json()) as { user: { id: string } };
  const login = await request.post(`${api}/api/admin/login`, {
    data: { email: adminEmail, password: adminPassword },
    headers: { 'x-client': 'token' },
  });
  const { token } = (await login.json()) as { token: string };
  await request.patch(`${api}/api/admin/users/${user.id}/block`, {
    headers: { authorization: `Bearer ${token}` },
    data: { reason: 'spam' },
  });
  await expectText(page, 'This account has been blocked. Please contact support.');
  await takeScreenshots(page, 'auth-blocked');
});

for (const language of ['en', 'hi'] as const) {
  test(`sign-in at a provider, ${language}`, async ({ page }) => {
    const account = newAccount();
    await signUp(page, account);
    if (language === 'hi') await inHindi(page);
    await open(page, '/settings/sign-in');
    const prefix = language === 'hi' ? 'hi-' : '';
    await takeScreenshots(page, `${prefix}ways-to-sign-in`);
    await page.context().clearCookies();
    const signInAs = async (email: string) => {
      await open(page, '/auth');
      await page.getByRole('button', { name: new URL(stack().sandbox).host }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(/\/auth\/callback$/);
    };
    await open(page, '/auth');
    await expect(page.getByRole('button', { name: new URL(stack().sandbox).host })).toBeVisible();
    await takeScreenshots(page, `${prefix}auth-with-provider`);
    await signInAs(`${randomUUID()}@example.com`);
    await expect(page.locator('input[name=name]')).toBeVisible();
    await takeScreenshots(page, `${prefix}auth-provider-sign-up`);
    await signInAs(account.email);
    await expect(page.locator('input[type=password]')).toBeVisible();
    await takeScreenshots(page, `${prefix}auth-provider-link`);
    await open(page, '/auth/callback?error=access_denied');
    await takeScreenshots(page, `${prefix}auth-provider-canceled`);
  });
}
