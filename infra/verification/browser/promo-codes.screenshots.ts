import { expect, test } from '@playwright/test';
import { newCreator } from '@luit/smoke/smoke-test';
import { randomUUID } from 'node:crypto';
import { newAccount, signUp, stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const LONG = 'The campaign for everybody who came to the stall at the Bihu fair in Guwahati, as agreed with marketing';

test('promotional codes of operators, and where creators redeem them', async ({ page, browser }) => {
  const { admin, api, web, sandbox, mailbox } = stack();
  await signInAsOperator(page);
  await page.goto(`${admin}/promo-codes`);
  await takeScreenshots(page, 'admin-promo-codes-none');
  for (let i = 0; i < 32; i++) {
    const data = {
      code: i === 0 ? 'WELCOME50' : `CAMPAIGN${i}NORTHEAST2026`.slice(0, 24),
      ...{ credits: i === 1 ? 100_000 : 50, maxRedemptions: 2, lifetimeDays: i % 2 ? null : 30 },
      ...{ startsAt: inDays(i % 5 ? -1 : i / 5), endsAt: inDays(30), isForNewCustomers: i % 3 === 0, reason: LONG },
      ...(i === 1 && { confirmation: '200000' }),
    };
    const headers = { 'idempotency-key': randomUUID(), 'x-luit-operator': '1' };
    await expect(await page.request.post(`${api}/api/admin/promo-codes`, { data, headers })).toBeOK();
  }
  for (let i = 0; i < 2; i++) {
    const creator = await newCreator({ api, sandbox, mailbox });
    await creator.post('/api/credits/redeem', { code: 'WELCOME50' }, { 'idempotency-key': randomUUID() });
  }
  await page.goto(`${admin}/promo-codes?sort=code`);
  await takeScreenshots(page, 'admin-promo-codes');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await dialog.getByLabel('Credits per redemption').fill('0');
  await dialog.getByLabel('Reason').fill('Bihu');
  await takeScreenshots(page, 'admin-promo-codes-new', false);
  await page.goto(`${admin}/promo-codes?q=WELCOME50`);
  await page.getByRole('link', { name: 'WELCOME50' }).click();
  await takeScreenshots(page, 'admin-promo-code');

  const creator = await (await browser.newContext()).newPage();
  await signUp(creator, newAccount());
  await creator.goto(`${web}/vault`);
  const redeem = creator.getByRole('region', { name: 'Have a code?' });
  await redeem.getByLabel('Promotional code').fill('CAMPAIGN6NORTHEAST2026');
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await redeem.getByRole('status').waitFor();
  await takeScreenshots(creator, 'vault-redeemed');
  await creator.goto(`${web}/pricing`);
  await redeem.getByLabel('Promotional code').fill('WELCOME50');
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await redeem.getByRole('alert').waitFor();
  await takeScreenshots(creator, 'pricing-redeem');
});
