import { open, otherDevice, press, expectText, submitNewPassword } from './account-steps';
import { newAccount, signIn, signUp } from './creator';
import { expect, test } from './test';

test('the settings change name and password and sign out devices', async ({ page, browser }) => {
  const account = newAccount();
  await signUp(page, account);
  const other = await otherDevice(browser);
  await signIn(other, account);
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem');

  await test.step('one device is signed out immediately', async () => {
    await open(page, '/settings/sign-in');
    await expect(devices).toHaveCount(2);
    await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
    await expect(devices.filter({ hasText: '198.51.100.7' })).toContainText('Last used');
    await devices.getByRole('button', { name: /^Sign out of / }).click();
    await expect(devices).toHaveCount(1);
    await expect(other).toHaveURL(/\/auth$/);
    await expectText(other, 'You’ve been signed out.');
  });

  await test.step('every other device is signed out', async () => {
    await signIn(other, account);
    await page.reload();
    await press(page, 'Sign out all other devices');
    await expect(devices).toHaveCount(1);
    await expectText(other, 'You’ve been signed out.');
  });

  await test.step('the name is edited inline', async () => {
    await open(page, '/settings');
    await press(page, 'Edit name');
    await page.getByLabel('Full name').fill('');
    await press(page, 'Save');
    await expectText(page, 'Name is required');
    await page.getByLabel('Full name').fill('Rupali Saikia');
    await press(page, 'Save');
    await expect(page.getByRole('main').getByText('Rupali Saikia', { exact: true })).toBeVisible();
    await open(page, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Good to see you, Rupali Saikia' })).toBeVisible();
  });

  await test.step('a new password signs out the other devices but not this one', async () => {
    await signIn(other, account);
    await open(page, '/settings/sign-in');
    await page.getByRole('link', { name: 'Change password' }).click();
    const changed = { ...account, password: 'ছয়টা আখৰ 🛶' };
    await submitNewPassword(page, changed.password, changed.password, 'a guess');
    await expectText(page, 'Your current password is incorrect');
    await submitNewPassword(page, changed.password, changed.password, account.password);
    await expectText(page, 'Password updated successfully! Redirecting...');
    await expectText(other, 'Your password was changed. Please sign in with the new one.');
    await expect(page).toHaveURL(/\/dashboard$/);
    await signIn(other, changed);
  });
  await other.context().close();
});
