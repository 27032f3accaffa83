import { linkToken } from '@luit/smoke/mailbox';
import { readFile } from 'node:fs/promises';
import { otherDevice, open, press, expectText } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { expect, test } from './test';

test('the account export arrives as a one-time email link that works without a session [G-49]', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await signUp(page, account);
  const message = { name: account.name, email: account.email, subject: 'billing', message: 'Where is my invoice?' };
  expect((await page.request.post(`${stack().web}/api/contact`, { data: message })).ok()).toBe(true);
  await open(page, '/settings/privacy');
  await press(page, 'Email me a copy');
  await expectText(page, `We emailed a link to ${account.email}. It works once and expires in 1 hour.`);
  await press(page, 'Email me a copy');
  await expectText(page, 'We just sent you an email. Please wait a minute before requesting another one');

  const path = `/account/export?token=${await linkToken(stack().mailbox, account.email, '/account/export')}`;
  const other = await otherDevice(browser);
  await open(other, path);
  const [file] = await Promise.all([other.waitForEvent('download'), press(other, 'Download data')]);
  expect(file.suggestedFilename()).toBe('luit-account.json');
  const copy = JSON.parse(await readFile(await file.path(), 'utf8')) as { sessions: object[] };
  expect(copy).toMatchObject({
    account: { email: account.email, user_metadata: { name: account.name } },
    transactions: [],
    requests: [],
    contact_messages: [{ subject: 'billing', message: 'Where is my invoice?', answered_at: null }],
  });
  expect(copy.sessions).toHaveLength(1);
  await expectText(other, 'luit-account.json has been saved.');

  await open(other, path);
  await press(other, 'Download data');
  await expectText(other, 'This link is invalid or has expired. Please request a new one.');
  await other.context().close();
});

test('billing details are saved and the GSTIN is validated [G-48]', async ({ page }) => {
  await signUp(page, newAccount());
  await open(page, '/settings');
  await press(page, 'Add billing details');
  await page.getByLabel('Name or business').fill('Das & Daughters');
  await page.getByLabel('State or union territory').selectOption('Maharashtra');
  const gstin = page.getByLabel('GSTIN (optional)');
  await gstin.fill('27AAPFU0939F1ZW');
  await press(page, 'Save');
  await expectText(page, 'Please enter a valid GSTIN');
  await gstin.fill('27aapfu0939f1zv');
  await press(page, 'Save');
  const card = page.getByRole('region', { name: 'Billing details' });
  await expect(card).toContainText('27AAPFU0939F1ZV');
  await page.reload();
  await expect(card).toContainText('Das & Daughters');
  await press(page, 'Edit billing details');
  await press(page, 'Remove');
  await expect(page.getByRole('button', { name: 'Add billing details' })).toBeVisible();
});
