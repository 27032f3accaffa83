import { newCreator } from '@luit/smoke/smoke-test';
import { stack } from './creator';
import { expectNoAxeViolations } from './axe';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

isolatedStack();

test('an operator impersonates a user without changing anything, notes it and signs the user out', async ({
  page,
  context,
}) => {
  const { api, admin, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const user = creator.session?.user;
  await signInAsOperator(page);
  await page.goto(`${admin}/users/${user?.id}`);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('A video is missing');
  await page.getByRole('dialog').getByRole('button', { name: 'Start session' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open web app' }).click();
  const view = await opened;
  await expect(view.getByRole('complementary', { name: 'Impersonation' })).toContainText(
    `Impersonating ${user?.email}`,
  );
  await expect(view.getByRole('link', { name: 'Credit balance: 100 credits' })).toBeVisible();
  expect(view.url()).not.toContain('view=');
  await expectNoAxeViolations(view, 'view');

  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('button', { name: 'Impersonate' })).toBeVisible();
  await page.getByLabel('New note').fill('Explained where the library is.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Explained where the library is.' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Lost phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();
  await expectNoAxeViolations(page, 'user');
});
