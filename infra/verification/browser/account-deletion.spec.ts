import { linkToken, mailsTo } from '@luit/smoke/mailbox';
import { open, press, expectText, submitSignIn, submitSignUp } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { balance, buyStarterPack, makeVideo, recordMessages } from './steps';
import { expect, test } from './test';

test('an account is deleted from the dashboard and its address becomes available again [G-49]', async ({ page }) => {
  await recordMessages(page);
  const account = newAccount();
  const { mailbox } = stack();
  const subjects = async () => (await mailsTo(mailbox, account.email)).map(({ subject }) => subject);
  await signUp(page, account);
  await buyStarterPack(page);
  await makeVideo(page, 'Mist over the tea gardens [slow:120]');
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 82 credits');

  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const deleteWith = async (password: string) => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
  };
  await test.step('review the consequences', async () => {
    await open(page, '/settings/privacy');
    await press(page, 'Delete account');
    await expect(dialog).toContainText('₹81.18 for 82 credits you bought in the last 30 days and didn’t use');
    await expect(dialog).toContainText('We’re holding 18 credits for jobs in progress.');
    await expectNoAxeViolations(page);
  });

  await test.step('a wrong password deletes nothing', async () => {
    await deleteWith('not my password');
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
      'This password is incorrect. Nothing was deleted.',
    );
  });

  await test.step('the right password signs out permanently', async () => {
    await deleteWith(account.password);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is being deleted');
    await expect(page).toHaveURL(/\/account\/deletion$/);
    await expectNoAxeViolations(page);
    await expect.poll(subjects).toContain('Your Luit account has been deleted');
    await open(page, '/dashboard');
    await expect(page).toHaveURL(/\/auth$/);
    await submitSignIn(page, account);
    await expectText(page, 'No account found with this email address. Please sign up first');
  });

  await test.step('the address can be used for a new, empty account', async () => {
    const confirmations = async () =>
      (await subjects()).filter((subject) => subject.startsWith('Confirm your email')).length;
    const before = await confirmations();
    await open(page, '/auth?mode=signup');
    await submitSignUp(page, account);
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect.poll(confirmations).toBe(before + 1);
    await open(page, `/auth/confirm?token=${await linkToken(mailbox, account.email, '/auth/confirm')}`);
    await press(page, 'Confirm email');
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 0 credits');
    await open(page, '/library');
    await expect(page.getByText('Mist over the tea gardens')).toHaveCount(0);
  });
});
