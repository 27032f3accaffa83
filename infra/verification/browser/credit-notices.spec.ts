import { mailsTo } from '@luit/smoke/mailbox';
import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator } from './operator';
import { makeVideo, overflow, videoReady } from './steps';
import { expect, test } from './test';

test('a creator learns of expiring credits and of a low balance, and decides how', async ({ page, browser }) => {
  await signInAsOperator(page);
  await open(page, '/admin/promo-codes');
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  const code = await dialog.getByLabel('Code', { exact: true }).inputValue();
  await dialog.getByLabel('Credits per redemption').fill('20');
  await dialog.getByLabel('Total redemptions').fill('1');
  await dialog.getByLabel('Credits expire after (days)').fill('3');
  await dialog.getByLabel('Reason').fill('Bihu campaign');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog).toHaveCount(0);

  const creator = await (await browser.newContext()).newPage();
  const account = newAccount();
  await signUp(creator, account);
  await open(creator, '/vault');
  const redeem = creator.getByRole('region', { name: 'Have a code?' });
  await redeem.getByLabel('Promotional code').fill(code);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  const notices = creator.getByRole('region', { name: 'About your credits' });
  await expect(notices).toContainText('20 credits will expire soon. Use them before');
  await expect
    .poll(async () => (await mailsTo(stack().mailbox, account.email)).map(({ subject }) => subject), {
      timeout: 60_000,
    })
    .toContainEqual(expect.stringMatching(/^20 credits expire on /));

  await makeVideo(creator, 'A boat at dawn');
  await videoReady(creator);
  await open(creator, '/dashboard');
  const low = 'You have 2 credits left. Your last request needed 18 credits.';
  await expect(notices).toContainText(low);
  await expect(notices.getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/pricing');
  await expectNoAxeViolations(creator, 'credit notices');

  await open(creator, '/settings/notifications');
  const card = creator.getByRole('main');
  const box = (kind: string, channel: string) =>
    card.getByRole('group', { name: kind }).getByRole('checkbox', { name: channel });
  await expect(card).toContainText('You can’t turn these emails off.');
  const isStored = creator.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await box('Low balance', 'In Luit').click();
  await isStored;
  await creator.reload();
  await expect(box('Low balance', 'In Luit')).not.toBeChecked();
  await expect(box('Low balance', 'Email')).toBeChecked();
  await open(creator, '/dashboard');
  await expect(notices).toContainText('2 credits will expire soon.');
  await expect(notices).not.toContainText(low);
  await notices.getByRole('button', { name: 'Dismiss message' }).click();
  await expect(notices).toHaveCount(0);
  await creator.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(creator)).toBe(0);
  await creator.context().close();
});
