import { expectText, submitSignIn } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { expect, test } from './test';

const BLOCKED = 'This account has been blocked. Please contact support.';

test('a blocked user loses token and socket within a second [ADM-17]', async ({ page, request }) => {
  const { api, admin, adminEmail, adminPassword } = stack();
  const account = newAccount();
  const isLive = page.waitForEvent('websocket');
  await signUp(page, account);
  const socket = await isLive;

  const signedIn = await request.post(`${api}/api/auth/signin`, { data: account, headers: { 'x-client': 'token' } });
  const { access_token, user } = (await signedIn.json()) as { access_token: string; user: { id: string } };
  const balance = () =>
    request.get(`${api}/api/credits/balance`, { headers: { authorization: `Bearer ${access_token}` } });
  expect((await balance()).status()).toBe(200);

  const login = await request.post(`${api}/api/admin/login`, {
    data: { email: adminEmail, password: adminPassword },
    headers: { 'x-client': 'token' },
  });
  const { token } = (await login.json()) as { token: string };
  const decide = (what: 'block' | 'unblock') =>
    request.patch(`${api}/api/admin/users/${user.id}/${what}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { reason: 'spam' },
    });

  const cut = socket.waitForEvent('close');
  const before = Date.now();
  expect(await (await decide('block')).json()).toMatchObject({ data: { user: { status: 'blocked' } } });
  const refusal = async () => {
    while ((await balance()).status() !== 403);
  };
  await Promise.all([cut, refusal()]);
  expect(Date.now() - before).toBeLessThan(1_000);
  expect(await (await balance()).json()).toMatchObject({ code: 'user_blocked', message: BLOCKED });
  await expect(page).toHaveURL(/\/auth$/);
  await expectText(page, BLOCKED);
  // The same text is shown already, so only the response tells that the sign-in was refused.
  const refused = page.waitForResponse('**/api/auth/signin');
  await submitSignIn(page, account);
  expect((await refused).status()).toBe(403);
  await expectText(page, BLOCKED);

  await decide('unblock');
  await submitSignIn(page, account);
  await expect(page).toHaveURL(/\/dashboard/);

  const operator = await page.context().newPage();
  await operator.goto(admin);
  await operator.getByLabel('Email').fill(adminEmail);
  await operator.getByLabel('Password', { exact: true }).fill(adminPassword);
  await operator.getByRole('button', { name: 'Sign in' }).click();
  await operator.getByRole('link', { name: 'Audit log' }).click();
  const entries = operator.getByRole('row').filter({ hasText: user.id });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('User unblocked');
  await expect(entries.last()).toContainText(/reason: spam/i);
});
