import { newCreator } from '@luit/smoke/smoke-test';
import { expect, test } from '@playwright/test';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

test('maintenance, approvals and support tools', async ({ page, browser }) => {
  const { api, admin, web, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const userId = creator.session?.user.id;
  await signInAsOperator(page);
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${admin}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  const send = (method: string, path: string, data: object) =>
    page.request.fetch(`${admin.replace(/\/admin.*$/, '')}/api/admin/${path}`, {
      method,
      data,
      headers: { 'x-luit-operator': '1' },
    });

  await open('maintenance');
  await takeScreenshots(page, 'admin-maintenance-none');
  const text =
    'We upgrade our database tonight between 22:00 and 23:00 IST. Videos that are running are finished first.';
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await send('PUT', 'service-status/banner', { text, until, reason: 'Upgrade' })).status()).toBe(200);
  const reason = 'The database is upgraded to the next major version, ticket 4711, agreed with everybody on call';
  expect((await send('POST', 'service-status/pause', { reason })).status()).toBe(200);
  await open('maintenance');
  await takeScreenshots(page, 'admin-maintenance');

  await open('approvals');
  await takeScreenshots(page, 'admin-approvals-empty');
  const approveAbove = { refundPaise: 0, credits: 0 };
  expect((await send('PATCH', 'settings', { approveAbove })).status()).toBe(200);
  for (const credits of [5_000, 250]) {
    const grant = { credits, reason: `Goodwill after the incident of Sunday. ${reason}` };
    expect((await send('PATCH', `users/${userId}/credits`, grant)).status()).toBe(200);
  }
  const off = { approveAbove: { refundPaise: null, credits: null }, reason: 'Only one of us is on call' };
  expect((await send('PATCH', 'settings', off)).status()).toBe(200);
  await open('approvals');
  await takeScreenshots(page, 'admin-approvals');
  await open('settings');
  await takeScreenshots(page, 'admin-settings-limits');

  for (const note of ['Asked for a refund by phone.', `${reason}. `.repeat(8)])
    expect((await send('POST', `users/${userId}/notes`, { text: note })).status()).toBe(201);
  await open(`users/${userId}`);
  await takeScreenshots(page, 'admin-user-notes');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await takeScreenshots(page, 'admin-user-impersonation', false);

  const visitor = await (await browser.newContext()).newPage();
  for (const [path, name] of [
    ['', 'home'],
    ['pricing', 'pricing'],
  ] as const) {
    await visitor.goto(`${web}/${path}`);
    await expect(visitor.getByRole('complementary', { name: 'Service notice' })).toBeVisible();
    await takeScreenshots(visitor, `web-notice-${name}`);
  }
});
