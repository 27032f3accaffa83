import { randomUUID } from 'node:crypto';
import { linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

const PASSWORD = 'a long river of words';

/** Joins as an operator with the role support, in an installation that requires no second factor. */
async function joinAsSupport(owner: Page, colleague: Page): Promise<void> {
  const { admin, api, mailbox } = stack();
  const email = `ritu-${randomUUID()}@example.com`;
  const headers = { 'x-luit-operator': '1' };
  const invited = await owner.request.post(`${api}/api/admin/invitations`, {
    data: { email, role: 'support' },
    headers,
  });
  expect(invited.status()).toBe(201);
  await colleague.goto(`${admin}/invitation?token=${await linkToken(mailbox, email, '/admin/invitation')}`);
  await colleague.getByLabel('Your name').fill('Ritu Saikia');
  await colleague.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await colleague.getByRole('button', { name: 'Join' }).click();
  await expect(colleague.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^Saved views/ }).click();
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await expect(menu).toBeVisible();
  return menu;
};

test('an operator saves a view of the jobs, finds it again, changes and shares it; a colleague can only use it', async ({
  page,
  browser,
}) => {
  const { admin, adminEmail } = stack();
  const name = `Failed, oldest first ${randomUUID().slice(0, 8)}`;
  await signInAsOperator(page);
  await page.goto(`${admin}/jobs?sort=-age`);
  await page.getByLabel('Status').selectOption('failed');
  await page.getByLabel('Created').selectOption('24h');
  await expect(page).toHaveURL(/sort=-age&status=failed&within=24h$/);

  // Only with the keyboard.
  await page.getByRole('button', { name: 'Saved views' }).press('Enter');
  const save = page.getByRole('button', { name: 'Save current filters as a view…' });
  await save.focus();
  await save.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await expect(dialog).toContainText('Created: Last 24 hours');
  await expectNoAxeViolations(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const trigger = page.getByRole('button', { name: `Saved views, open: ${name}` });
  await expect(trigger).toBeFocused();
  await expect(page).toHaveURL(/view=/);
  const link = page.url();

  // Opening it elsewhere, Back, and a reload.
  await page.goto(`${admin}/jobs?status=canceled`);
  await expectNoAxeViolations(page);
  await (await openMenu(page)).getByRole('link', { name }).click();
  await expect(page.getByLabel('Status')).toHaveValue('failed');
  await expect(page.getByLabel('Created')).toHaveValue('24h');
  expect(new URL(page.url()).searchParams.toString().split('&').sort()).toEqual(
    new URL(link).searchParams.toString().split('&').sort(),
  );
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('canceled');
  await page.goForward();
  await page.reload();
  await expect(trigger).toBeVisible();

  // A change is shown, reset, and saved.
  const changed = page.getByText('Changed', { exact: true });
  await page.getByLabel('Type').selectOption('restore');
  await expect(changed).toBeVisible();
  await page.getByRole('link', { name: 'Reset', exact: true }).click();
  await expect(changed).toHaveCount(0);
  await expect(page.getByLabel('Type')).toHaveValue('');
  await page.getByLabel('Type').selectOption('video');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(changed).toHaveCount(0);
  await page.reload();
  await expect(trigger).toBeVisible();
  await expect(changed).toHaveCount(0);

  // Renamed and shared: a colleague sees who made it, and cannot change it.
  const shared = `${name} (all)`;
  await (await openMenu(page)).getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Name').fill(shared);
  await page.getByLabel('Share with all operators').check();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByRole('button', { name: `Saved views, open: ${shared}` })).toBeVisible();
  const colleague = await (await browser.newContext()).newPage();
  await joinAsSupport(page, colleague);
  await colleague.goto(`${admin}/jobs`);
  const menu = await openMenu(colleague);
  const others = menu.getByRole('region', { name: 'Shared by others' });
  await expect(others.getByRole('listitem').filter({ hasText: shared })).toContainText(adminEmail);
  await expect(menu.getByRole('button', { name: `Delete ${shared}` })).toHaveCount(0);
  await expectNoAxeViolations(colleague);
  await others.getByRole('link', { name: shared }).click();
  await expect(colleague.getByLabel('Status')).toHaveValue('failed');
  await colleague.getByLabel('Status').selectOption('succeeded');
  await expect(colleague.getByRole('button', { name: 'Save as…' })).toBeVisible();

  // Deleted: the colleague's link keeps its filters and says that the view is gone.
  await (await openMenu(page)).getByRole('button', { name: `Delete ${shared}` }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText(/was deleted or is no longer shared/)).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('failed');
  await colleague.reload();
  await expect(colleague.getByText(/was deleted or is no longer shared/)).toBeVisible();
  await expect(colleague.getByLabel('Status')).toHaveValue('succeeded');
});
