import { OperatorClient } from '@luit/smoke/operator-client';
import type { Page } from '@playwright/test';
import { open, press } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { balance, payInCheckout, recordMessages } from './steps';
import { expect, test } from './test';

const TRANSACTIONS = '**/api/credits/transactions?*';

const card = (page: Page) => page.getByRole('region', { name: 'Available credits' });
const rows = (page: Page) => page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');

/** Returns a function with which an operator sets the signed-in user's credits; each call adds a transaction. */
async function creditsSetter(page: Page): Promise<(credits: number) => Promise<void>> {
  const account = page.getByRole('region', { name: 'Account' });
  const id = await account.getByText('User ID').locator('xpath=following-sibling::*[1]').textContent();
  const { headers } = await OperatorClient.signIn(stack());
  return async (credits) => {
    const response = await fetch(`${stack().api}/api/admin/users/${id}/credits`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ credits }),
    });
    expect(response.status).toBe(200);
  };
}

test('a user goes from the dashboard to the vault, buys a pack and signs out [VLT-01, NAV-03, DSH-02]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  const account = newAccount();
  await signUp(page, account);
  await expect(card(page)).toContainText('0');
  const actions = page.getByRole('region', { name: 'Quick actions' });
  for (const [name, path] of [
    ['Generate video', '/image-to-video'],
    ['Restore image', '/restore-image'],
  ] as const) {
    await actions.getByRole('link', { name }).click();
    await expect(page).toHaveURL(stack().web + path);
    await open(page, '/dashboard');
  }
  await actions.getByRole('link', { name: 'Buy credits' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${account.name}`);

  await press(page, 'Buy credits');
  const dialog = page.getByRole('dialog', { name: 'Buy credits' });
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await expect(dialog.getByRole('radio', { name: 'Starter Pack' })).toBeChecked();
  await dialog.getByText('Pro Pack').click();
  await dialog.getByRole('button', { name: 'Pay ₹1,999' }).click();
  await payInCheckout(page);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 2,200 credits');
  await expect(balance(page)).toHaveText('2,200');
  await expect(card(page)).toContainText('2,200');
  const succeeded = expect.stringMatching(/^Payment successful! Order ID: order_/);
  await expect.poll(() => messages).toContainEqual(succeeded);
  const orderId = messages.find((text) => text.startsWith('Payment successful!'))?.split(': ')[1] ?? '';
  await open(page, '/vault');
  await expect(page.getByRole('list', { name: 'Transactions' })).toContainText(`Order ID: ${orderId}`);

  await open(page, '/dashboard');
  await expect(card(page)).toContainText('2,200');
  await press(page, 'Sign out');
  await expect(balance(page)).toHaveCount(0);
  await open(page, '/dashboard');
  await expect(page).toHaveURL(/\/auth$/);
});

test('the vault pages its rows, keeps them after a failed refresh and invents none [VLT-02, VLT-03, G-08]', async ({
  page,
}) => {
  await signUp(page, newAccount());
  const setCredits = await creditsSetter(page);
  for (let credits = 1; credits <= 51; credits += 1) await setCredits(credits);
  await page.route(TRANSACTIONS, (route) => route.abort());
  await open(page, '/vault');
  await expect(page.getByText('We couldn’t load your transactions')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.unroute(TRANSACTIONS);
  await press(page, 'Retry');
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByText('50 of 51')).toBeVisible();
  await press(page, 'Show more');
  await expect(rows(page)).toHaveCount(51);

  await page.route(TRANSACTIONS, (route) => route.abort());
  await press(page, 'Refresh');
  await expect(page.getByText(/^Could not refresh, showing data from /)).toBeVisible();
  await expect(rows(page)).toHaveCount(51);
  await page.unroute(TRANSACTIONS);
  await press(page, 'Retry');
  await expect(page.getByText(/^Could not refresh/)).toBeHidden();
  // The row arrives by live event, not by request.
  await setCredits(52);
  await expect(rows(page)).toHaveCount(52);
});
