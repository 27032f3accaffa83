import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator } from './operator';
import { overflow } from './steps';
import { expect, test } from './test';

test('an operator records a breach, finds who is affected, and keeps proof of the notices', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await signUp(await (await browser.newContext()).newPage(), account);
  await signInAsOperator(page);
  await page.goto(`${stack().admin}/breaches/new`);
  const title = `Copied backup ${account.email}`;
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('What happened').fill('A backup was copied to a public folder.');
  await page.getByLabel('Noticed by').fill('Asha, operations');
  await page.getByLabel(/^Noticed at/).fill('2026-01-02T09:00');
  await page.getByRole('button', { name: 'Record breach' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/^Overdue for/)).toHaveCount(2);

  const none = page.getByRole('region', { name: 'Affected accounts: 0' });
  await none.getByLabel('IDs or email addresses').fill(`${account.email}, nobody@example.com`);
  await none.getByRole('button', { name: 'Add accounts' }).click();
  const accounts = page.getByRole('region', { name: 'Affected accounts: 1' });
  await expect(accounts.getByRole('status')).toContainText('No account: nobody@example.com');
  const download = page.waitForEvent('download');
  await accounts.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^breach-.*\.csv$/);

  for (const name of ['CERT-In', 'Data Protection Board']) {
    const notice = page.getByRole('region', { name: `Notice: ${name}` });
    await expect(notice.getByLabel('Text')).toHaveValue(/A backup was copied to a public folder\./);
    await notice.getByRole('button', { name: 'Record as sent…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How it was sent, and its reference').fill('By email, reference 17');
    await dialog.getByRole('button', { name: 'Record as sent' }).click();
    await expect(notice.getByText('Sent', { exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^Overdue for/)).toHaveCount(0);

  const users = page.getByRole('region', { name: 'Notice: Affected users' });
  await users.getByLabel('Text').fill('A backup was copied. Choose a new password.');
  await users.getByRole('button', { name: 'Save text' }).click();
  const emails = page.getByRole('region', { name: 'Emails to affected users' });
  await emails.getByRole('button', { name: 'Email 1 account…' }).click();
  const mailing = page.getByRole('dialog');
  await mailing.getByLabel('Type 1 to confirm').fill('1');
  await mailing.getByLabel('Reason').fill('It is due');
  await mailing.getByRole('button', { name: 'Email affected users' }).click();
  await expect(emails.getByText(/Emails to 1 of 1 account were queued/)).toBeVisible();
  await expect(users.getByText('Sent', { exact: true })).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page)).toBe(0);
  }
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Close…' }).click();
  await page.getByRole('dialog').getByLabel('How it ended').fill('Everybody was informed');
  await page.getByRole('dialog').getByRole('button', { name: 'Close breach' }).click();
  await expect(page.getByRole('region', { name: 'Closed' })).toBeVisible();
  await page.goto(`${stack().admin}/breaches`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page)).toBe(0);
  }
  await expectNoAxeViolations(page);
});
