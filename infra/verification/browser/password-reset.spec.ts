import { linkToken } from '@luit/smoke/mailbox';
import { randomUUID } from 'node:crypto';
import { otherDevice, open, press, expectText, submitNewPassword, submitSignIn } from './account-steps';
import { newAccount, signIn, signUp, stack } from './creator';
import { expect, test } from './test';

const EXPIRED = 'This link is invalid or has expired. Please request a new one.';
const RESET_SENT = 'Password reset email sent! Check your inbox.';

test('a password is reset with an emailed link [AUTH-27, AUTH-28, AUTH-29, AUTH-30, AUTH-31, AUTH-33, AUTH-34]', async ({
  page,
  browser,
}) => {
  const { mailbox, web } = stack();
  const account = newAccount();
  await signUp(page, account);
  const other = await otherDevice(browser);
  await open(other, '/auth');

  const dialog = other.getByRole('dialog', { name: 'Reset your password' });
  const ask = async (email: string) => {
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send reset link' }).click();
  };
  await test.step('request the link', async () => {
    await press(other, 'Forgot password?');
    await ask('');
    await expectText(other, 'Email is required');
    await ask('rupali@example');
    await expectText(other, 'Please enter a valid email address');
    await ask(newAccount().email);
    await expectText(other, 'No account found with this email address');
    await ask(account.email);
    await expectText(other, RESET_SENT);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await press(other, 'Forgot password?');
    await ask(account.email);
    await expectText(other, 'Too many reset attempts. Please try again later');
  });

  const token = await linkToken(mailbox, account.email, '/reset-password');
  await test.step('the link points to the web app', async () => {
    const mails = await (await other.request.get(`${mailbox}/api/email`)).text();
    expect(mails).toContain(`${web}/reset-password?token=${token}`);
  });

  const changed = { ...account, password: randomUUID() };
  await test.step('choose a new password', async () => {
    await open(other, `/reset-password?token=${token}`);
    await press(other, 'Choose new password');
    await press(other, 'Update password');
    await expectText(other, 'Password is required');
    await expectText(other, 'Please confirm your password');
    await submitNewPassword(other, '12345', '54321');
    await expectText(other, 'Password must be at least 6 characters long');
    await expectText(other, 'Passwords do not match');
    await submitNewPassword(other, changed.password);
    await expectText(other, 'Password updated successfully! Redirecting...');
    await expect(other).toHaveURL(`${web}/auth`);
  });

  await test.step('all devices are signed out and the old password is invalid', async () => {
    await expect(page).toHaveURL(/\/auth$/);
    await expectText(page, 'Your password was changed. Please sign in with the new one.');
    await submitSignIn(other, account);
    await expectText(other, 'Invalid email or password');
    await signIn(other, changed);
  });

  await test.step('the link works once', async () => {
    await open(page, `/reset-password?token=${token}`);
    await press(page, 'Choose new password');
    await expectText(page, EXPIRED);
    await press(page, 'Send a new link');
    await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible();
    await open(page, '/reset-password');
    await expect(page).toHaveURL(/\/auth$/);
  });
  await other.context().close();
});
