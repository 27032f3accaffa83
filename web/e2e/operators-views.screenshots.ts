import { expect, test } from '@playwright/test';
import { newCreator } from '@luit/smoke/smoke-test';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

const LONG_NAME = 'Failed restorations of last week, for the call with them now';
const DAY = '2026-11-21';

test('saved views, throughput by type, and a withdrawn bill', async ({ page }) => {
  const { admin, api, sandbox, mailbox, postgres, adminEmail } = stack();
  const headers = { 'x-luit-operator': '1' };
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  for (let i = 0; i < 3; i++) {
    const input = {
      prompt: `A long boat on the wide river, take ${i}`,
      duration: 5,
      planId: '5s-480p',
      model: 'seedance',
    };
    await creator.post('/api/generate', input, { 'idempotency-key': randomUUID() });
  }
  await signInAsOperator(page);
  const wide = () => page.setViewportSize({ width: 1440, height: 900 });
  const trigger = page.getByRole('button', { name: /^Saved views/ });
  const dialog = page.getByRole('dialog');

  await page.goto(`${admin}/jobs`);
  await trigger.click();
  await takeScreenshots(page, 'admin-views-none', false);

  const save = (name: string, params: object, isShared = false) =>
    page.request.post(`${api}/api/admin/saved-views`, { data: { list: 'jobs', name, params, isShared }, headers });
  await save('Waiting', { status: 'pending' });
  await save(LONG_NAME, { status: 'failed', type: 'restore', within: '7d', q: 'a wedding photo' }, true);
  const database = new Client({ connectionString: postgres });
  await database.connect();
  await database.query(
    `WITH other AS (
       INSERT INTO auth.admins (email, name, password_hash, role)
       VALUES ('ritu.saikia.of.the.night.shift@operations.luit.example', 'Ritu', '', 'support') RETURNING id)
     INSERT INTO auth.saved_views (id, admin_id, list, name, params, is_shared)
     SELECT uuidv7(), id, 'jobs', name, params::jsonb, true FROM other, (VALUES
       ('Unconfirmed', '{"status": "unknown"}'), ('Slow today', '{"within": "24h", "sort": "-age", "region": "mumbai"}')) AS v (name, params)`,
  );
  await wide();
  await page.goto(`${admin}/jobs?status=failed&type=restore&within=7d&q=a%20wedding%20photo`);
  await trigger.click();
  await expect(page.getByRole('region', { name: 'Shared by others' })).toBeVisible();
  await takeScreenshots(page, 'admin-views-menu', false);
  await wide();
  await page.getByRole('button', { name: 'Save current filters as a view…' }).click();
  await dialog.getByLabel('Name').fill(LONG_NAME);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/There is already a view/)).toBeVisible();
  await takeScreenshots(page, 'admin-views-save', false);
  await wide();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await trigger.click();
  await page.getByRole('link', { name: LONG_NAME }).click();
  await page.getByLabel('Status').selectOption('canceled');
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await takeScreenshots(page, 'admin-views-changed');
  await wide();
  await trigger.click();
  await page.getByRole('link', { name: 'Slow today' }).click();
  await expect(page.getByText(/no longer has/)).toBeVisible();
  await takeScreenshots(page, 'admin-views-lost-filter');
  await expectNoAxeViolations(page, 'lost filter');

  await database.query(`INSERT INTO generation.job_rollups AS r (seconds, at, plan_id, provider, accepted, succeeded, failed, types)
    SELECT 60, date_trunc('minute', now()) - n * interval '1 minute', '5s-480p', 'replicate', 4 + n % 3, 3 + n % 2, n % 2,
           jsonb_build_object('video.accepted', 2, 'video.succeeded', 2, 'image_video.accepted', 1 + n % 2, 'image_video.succeeded', 1,
             'restore.accepted', 1, 'restore.failed', n % 2)
      FROM generate_series(1, 59) AS n ON CONFLICT DO NOTHING`);
  await page.goto(`${admin}/throughput?by=type`);
  await expect(page.getByRole('region', { name: 'Restoration' })).toBeVisible();
  await takeScreenshots(page, 'admin-throughput-type');
  await expectNoAxeViolations(page, 'throughput by type');
  await database.end();

  const query = new URLSearchParams({
    provider: 'replicate',
    currency: 'USD',
    fileName: 'november-of-another-account.csv',
  });
  for (const [name, value] of Object.entries({
    task: 'ID',
    amount: 'Cost',
    date: 'Day',
    reason: 'The bill of November',
  }))
    query.set(name, value);
  const imported = await page.request.post(`${api}/api/admin/provider-bills?${query}`, {
    data: `ID,Day,Cost\nabc,${DAY},0.09\nabd,${DAY},0.18\n,,0.27\n`,
    headers: { ...headers, 'content-type': 'text/csv' },
  });
  await expect(imported).toBeOK();
  await wide();
  await page.goto(`${admin}/provider-bills`);
  await page.getByRole('link', { name: 'replicate' }).click();
  await page.getByRole('button', { name: 'Withdraw import…' }).click();
  await dialog
    .getByLabel('Reason')
    .fill('It is the bill of another account, which finance found when it compared the totals');
  await takeScreenshots(page, 'admin-bill-withdraw', false);
  await wide();
  await dialog.getByRole('button', { name: 'Withdraw import' }).click();
  await expect(page.getByText(`Withdrawn by ${adminEmail}`)).toBeVisible();
  await takeScreenshots(page, 'admin-bill-withdrawn');
  await expectNoAxeViolations(page, 'withdrawn bill');
  await page.goto(`${admin}/provider-bills`);
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await takeScreenshots(page, 'admin-bills-withdrawn');
});
