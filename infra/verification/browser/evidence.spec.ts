import { open, press } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { query } from './database';
import { signInAsOperator } from './operator';
import { buyStarterPack, makeVideo, overflow } from './steps';
import { expect, test } from './test';

test('an operator looks at a video that was taken down, before and after the deletion of its account', async ({
  page,
  browser,
}) => {
  const account = newAccount();
  await signUp(page, account);
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at noon');
  const made = () =>
    query<{ id: string; userId: string }>(
      `SELECT r.id, r.user_id AS "userId" FROM generation.requests r JOIN auth.users u ON u.id = r.user_id
        WHERE u.email = $1 AND r.state = 'succeeded'`,
      [account.email.toLowerCase()],
    );
  await expect.poll(async () => (await made()).length).toBe(1);
  const [{ id, userId } = { id: '', userId: '' }] = await made();

  const operator = await (await browser.newContext()).newPage();
  await signInAsOperator(operator);
  await operator.goto(`${stack().admin}/jobs/${id}`);
  await press(operator, 'Take down…');
  const takedown = operator.getByRole('dialog', { name: 'Take this output down?' });
  await takedown.getByLabel('Kind').selectOption('order');
  await takedown.getByLabel('Reason').fill('Order 12 of 2026');
  await takedown.getByRole('button', { name: 'Take down' }).click();

  const look = async () => {
    await operator.getByRole('button', { name: 'View output' }).click();
    const dialog = operator.getByRole('dialog', { name: 'View the output?' });
    await dialog.getByLabel('Reason').fill('Asked by the court');
    await dialog.getByRole('button', { name: 'View output' }).click();
    const video = operator.getByLabel('Output that was taken down');
    await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBeGreaterThan(0);
  };
  await look();

  await open(page, '/settings/privacy');
  await press(page, 'Delete account');
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(deletion).toContainText('stays hidden for up to 180 days');
  await deletion.getByLabel('Your password').fill(account.password);
  await deletion.getByRole('button', { name: 'Delete my account' }).click();
  await expect
    .poll(() => query('SELECT state FROM auth.account_deletions WHERE user_id = $1', [userId]))
    .toEqual([{ state: 'closed' }]);

  await operator.reload();
  await look();
  for (const width of [390, 1440]) {
    await operator.setViewportSize({ width, height: 900 });
    expect(await overflow(operator)).toBe(0);
  }
  await expectNoAxeViolations(operator);
  await operator.goto(`${stack().admin}/audit-log?action=taken_down_output_viewed`);
  await expect(operator.getByText('reason: Asked by the court').first()).toBeVisible();
});
