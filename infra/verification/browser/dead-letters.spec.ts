import { poisonJob, poisonSettlement } from '@luit/chaos/poison-messages';
import { newCreator } from '@luit/smoke/smoke-test';
import type { Page } from '@playwright/test';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator, unfoldMore } from './operator';
import { expect, test } from './test';

isolatedStack();

const letters = (page: Page) => page.getByRole('region', { name: 'Table: Dead letters' });
const openPage = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** Decides with the keyboard alone, as the dialog allows. */
async function decide(page: Page, message: string, decision: 'Replay' | 'Discard', reason: string): Promise<void> {
  const open = letters(page).getByRole('button', { name: new RegExp(`^${decision} ?: ${message}$`) });
  await open.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: decision })).toBeDisabled();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: decision }).press('Enter');
  await expect(dialog).toHaveCount(0);
}

test('an operator replays a settlement that failed, and discards a message that no release can handle', async ({
  page,
}) => {
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const { credits } = await creator.balance();
  const requestId = await creator.generate('A ferry at dawn');
  const repair = await poisonSettlement(stack(), requestId);
  await poisonJob(stack());
  // The video is there; only its credits are not captured.
  expect(await creator.getRequest(requestId)).toMatchObject({ status: 'completed' });
  const { held } = await creator.balance();
  expect(held).toBeGreaterThan(0);

  await signInAsOperator(page);
  await unfoldMore(page);
  await openPage(page, 'Dead letters');
  const settlement = letters(page).getByRole('row').filter({ hasText: 'generation.requestSettled' });
  const mail = letters(page).getByRole('row').filter({ hasText: 'mail' });
  await expect(settlement).toContainText('Handler failed');
  await expect(settlement).toContainText(`the settlement of ${requestId} is refused on purpose`);
  await expect(settlement).toContainText(/2[56] attempts/);
  await expect(mail).toContainText('Invalid');

  await repair();
  await decide(page, 'generation.requestSettled', 'Replay', 'The trigger is removed');
  await expect.poll(() => creator.balance()).toMatchObject({ credits: credits - held, held: 0 });
  await decide(page, 'mail', 'Discard', 'Nothing can read it');
  await expect(mail).toHaveCount(0);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('No dead letters')).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  expect((await creator.balance()).credits).toBe(credits - held);

  await openPage(page, 'Audit log');
  for (const [action, reason] of [
    ['dead letter replayed', 'The trigger is removed'],
    ['dead letter discarded', 'Nothing can read it'],
  ]) {
    await expect(page.getByRole('row').filter({ hasText: action }).first()).toContainText(String(reason));
  }
});
