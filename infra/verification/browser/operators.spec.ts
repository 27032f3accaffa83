import type { Page } from '@playwright/test';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator, unfoldMore } from './operator';
import { isolatedStack } from './isolated-stack';
import { balance, buyStarterPack, recordMessages } from './steps';
import { expect, test } from './test';

isolatedStack();

test('an operator looks up a buyer, adjusts credits, refunds a payment and edits a pack [ADM-10, ADM-12, ADM-13, ADM-14, ADM-15, ADM-16, ADM-20, ADM-22, ADM-23, ADM-25]', async ({
  browser,
  page,
}) => {
  const account = newAccount();
  const buyer = await (await browser.newContext()).newPage();
  await recordMessages(buyer);
  await signUp(buyer, account);
  await buyStarterPack(buyer);

  await signInAsOperator(page);
  await expect(page.getByRole('region', { name: 'Latest users' }).first()).toContainText(account.email);
  await expect(page.getByText('₹99.00').first()).toBeVisible();

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByLabel('Search by email').fill(account.email.slice(0, 20));
  await expect(page).toHaveURL(/q=rupali/);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await row.getByRole('button', { name: /^Edit credits/ }).click();
  await expect(row.getByLabel(/^Credits of/)).toHaveAttribute('min', '0');
  await row.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('cell', { name: /^100/ })).toBeVisible();
  await row.getByRole('button', { name: /^Edit credits/ }).click();
  await row.getByLabel(/^Credits of/).fill('1.5');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('alert')).toHaveText('Enter a whole number, 0 or more');
  await row.getByLabel(/^Credits of/).fill('90');
  await row.getByLabel('Reason').fill('Goodwill');
  await page.route('**/credits', (route) => route.fulfill({ status: 500, json: {} }));
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('alert')).toHaveText('Failed to update credits. Please try again.');
  await page.unroute('**/credits');
  const patched = page.waitForRequest((request) => request.method() === 'PATCH');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('cell', { name: /^90/ })).toBeVisible();
  expect((await patched).url()).toMatch(/\/api\/admin\/users\/[0-9a-f-]{36}\/credits$/);
  expect((await patched).postDataJSON()).toMatchObject({ credits: 90, reason: 'Goodwill' });
  // The row has its final height again: a click during the change could miss its target.
  await expect(row.getByRole('button', { name: /^Edit credits/ })).toBeVisible();

  await row.getByRole('link', { name: `View ${account.email}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.email })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statement' }).first()).toContainText('Credits adjusted by Luit');
  await expect(page.getByRole('region', { name: 'Audit' })).toContainText('Credits 100 → 90');
  const opened = page.waitForResponse((response) => /\/api\/admin\/transactions\/[0-9a-f-]{36}$/.test(response.url()));
  await page.getByRole('link', { name: 'Starter Pack' }).click();
  expect((await opened).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Starter Pack' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Amount (₹)').fill('10.50');
  await page.getByLabel('Reason').fill('The video was broken');
  await expect(page.getByLabel('Preview')).toContainText('₹10.50');
  await page.getByRole('button', { name: 'Refund ₹10.50' }).click();
  await expect(page.getByRole('region', { name: 'Refunds' }).first()).toContainText('₹10.50');
  // The provider settles it later: no reload, no click.
  await expect(page.getByRole('region', { name: 'Refunds' }).first()).toContainText('Paid out');
  await page.getByRole('link', { name: account.email }).click();
  await expect(page.getByRole('region', { name: 'Audit' })).toContainText('₹10.50, reason: The video was broken');
  await expect(page.getByRole('region', { name: 'Statement' }).first()).toContainText('-₹10.50');

  await page.getByRole('link', { name: 'Packs and codes' }).click();
  const popular = page.getByRole('article', { name: 'Popular Pack' });
  const claim = popular.getByText('Declared savings are 10%, actual savings −0.9%');
  await expect(claim).toBeVisible();
  await popular.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Declared savings (%)').fill('0');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByLabel('Declared savings (%)')).toHaveValue('0');
  await page.getByRole('button', { name: 'Save' }).click();
  // Only the card has an Edit button, so this waits for the form to close.
  await popular.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Declared savings (%)')).toHaveValue('0');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(popular.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(popular).not.toContainText('Suggested');

  await popular.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Declared savings (%)').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(claim).toBeVisible();
});

test('the /admin login shows no credentials and each page has its path [RT-11, ADM-01, ADM-03]', async ({ page }) => {
  const { admin, adminEmail, adminPassword } = stack();
  const pages = {
    dashboard: 'Home',
    users: 'Users',
    transactions: 'Transactions',
    'credit-packs': 'Credit packs',
    analytics: 'Analytics',
  };
  for (const path of ['', ...Object.keys(pages).map((name) => `/${name}`)]) {
    await page.goto(`${admin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  }
  await page.goto(admin);
  for (const label of ['Email', 'Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    expect(await page.getByLabel(label, { exact: true }).getAttribute('placeholder')).toBeNull();
  }
  for (const secret of [adminEmail, adminPassword]) expect(await page.content()).not.toContain(secret);
  await expect(page.getByText(/default|demo|@/i)).toHaveCount(0);

  const login = page.waitForResponse((response) => response.url().endsWith('/api/admin/login'));
  await signInAsOperator(page);
  expect(await (await login).json()).toMatchObject({
    success: true,
    expiresAt: expect.any(Number) as unknown,
    admin: { email: adminEmail },
    message: expect.any(String) as unknown,
  });
  await expect(page).toHaveURL(/\/admin\/?$/);
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(`${admin}/${path}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('scripts cannot read the operator’s session, and signing out ends it in every tab', async ({ context, page }) => {
  const { admin, api } = stack();
  await signInAsOperator(page);
  const [cookie] = (await context.cookies(api)).filter(({ name }) => name.endsWith('luit_operator'));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(readable).not.toContain(cookie?.value);

  const statusOf = (init: { method: string; headers: Record<string, string> }) =>
    page.evaluate(async (asked) => (await fetch('/api/admin/settings', asked)).status, init);
  expect(await statusOf({ method: 'GET', headers: {} })).toBe(200);
  // The most that a form of another site could send.
  expect(await statusOf({ method: 'PATCH', headers: {} })).toBe(403);

  const board = () => context.request.get(`${api}/api/admin/queues/board`);
  expect(await (await board()).text()).toContain('Luit queues');
  const other = await context.newPage();
  await other.goto(`${admin}/users`);
  await expect(other.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Operations' })).toBeVisible();
  expect((await context.cookies(api)).filter(({ name }) => name.endsWith('luit_operator'))).toEqual([]);
  expect((await board()).status()).toBe(401);
});

test('failed requests show errors and no invented data [ADM-06, ADM-27, ADM-30, ADM-33, G-08, G-53]', async ({
  page,
}) => {
  await signInAsOperator(page);
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Could not refresh, showing data from/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest users' })).toBeVisible();

  await page.route('**/api/admin/credit-packs', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('link', { name: 'Packs and codes' }).click();
  await expect(page.getByRole('alert')).toContainText('API Error: 503');
  await expect(page.getByText('not live', { exact: true })).toHaveCount(3);

  await page.route('**/api/admin/analytics?*', (route) => route.fulfill({ json: { success: true, data: {} } }));
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid analytics data received');

  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Session expired. Please login again.');
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('next') === '/users');
});

async function price(page: Page, credits: number): Promise<void> {
  await page.getByRole('button', { name: 'Edit credits of Standard Video' }).click();
  await page.getByLabel('Credits of Standard Video').fill(String(credits));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Standard Video now costs ${credits} credits`)).toBeVisible();
}

test('a plan price set by an operator is shown and charged to creators [G-27]', async ({ browser, page }) => {
  const creator = await (await browser.newContext()).newPage();
  await recordMessages(creator);
  await signUp(creator, newAccount());
  await buyStarterPack(creator);
  await signInAsOperator(page);
  await unfoldMore(page);
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await price(page, 21);

  await creator.goto(`${stack().web}/image-to-video`);
  const generate = creator.getByRole('button', { name: 'Generate video (5 s, 21 credits)' });
  await expect(async () => {
    await creator.reload();
    await expect(generate).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await creator.getByLabel('Video prompt').fill('A ferry in the morning');
  await generate.click();
  await expect(balance(creator)).toHaveAccessibleName('Credit balance: 79 credits');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'plan changed' }).first()).toContainText('18 → 21');
});
