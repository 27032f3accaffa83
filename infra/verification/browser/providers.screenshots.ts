import { expect, test } from '@playwright/test';
import { newCreator } from '@luit/smoke/smoke-test';
import { Client } from 'pg';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

test('the operators’ pages for providers, their costs and the margin', async ({ page }) => {
  const { admin, api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  await creator.generate('A boat on the river at dawn');
  await signInAsOperator(page);
  const open = async (path: string, heading: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${admin}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  };
  await open('/provider-costs', 'Provider costs');
  await takeScreenshots(page, 'admin-provider-costs-none');
  await open('/margin', 'Margin');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Some costs are unknown, so the margin is unknown too.')).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 120_000 });
  await takeScreenshots(page, 'admin-margin-unknown');
  await expectNoAxeViolations(page, 'margin');

  await open('/provider-costs', 'Provider costs');
  await page.getByRole('button', { name: 'Add price…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Provider').selectOption('replicate');
  await dialog.getByLabel('Model').selectOption('seedance');
  await dialog.getByLabel('Price', { exact: true }).fill('0.018');
  await dialog.getByLabel('Reason').fill('The price list of November, confirmed by their account manager in writing');
  await takeScreenshots(page, 'admin-provider-costs-price', false);
  await dialog.getByRole('button', { name: 'Add price' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add exchange rate…' }).click();
  await dialog.getByLabel('Rupees for 1').fill('84.123457');
  await dialog.getByLabel('Reason').fill('RBI reference rate');
  await dialog.getByRole('button', { name: 'Add rate' }).click();
  await expect(dialog).toHaveCount(0);
  await takeScreenshots(page, 'admin-provider-costs');
  await expectNoAxeViolations(page, 'provider costs');
  await open('/margin?by=model', 'Margin');
  // 18 credits at 0.99 rupees, minus 5 seconds at 0.018 dollars.
  await expect(page.getByRole('row', { name: /^seedance/ })).toContainText('₹10.25');
  await takeScreenshots(page, 'admin-margin');

  await open('/providers', 'Providers');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await dialog.getByLabel('ID').fill('gpu-1');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:1');
  await dialog.getByLabel('Reason').fill('The second machine in the office');
  await takeScreenshots(page, 'admin-providers-add', false);
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Test connection: gpu-1' }).click();
  await expect(page.getByRole('region', { name: 'gpu-1' })).toContainText('The server refuses connections', {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Drain: replicate' }).click();
  await dialog.getByLabel('Reason').fill('Their status page reports an outage of all video models since this morning');
  await takeScreenshots(page, 'admin-providers-take-out', false);
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await expect(page.getByText('It receives no new jobs.')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection: fal' }).click();
  await expect(page.getByRole('region', { name: 'fal' })).toContainText('It answered at', { timeout: 30_000 });
  await takeScreenshots(page, 'admin-providers');
  await expectNoAxeViolations(page, 'providers');
});

test('the throughput by type', async ({ page }) => {
  const { admin, postgres } = stack();
  const database = new Client({ connectionString: postgres });
  await database.connect();
  await database.query(`INSERT INTO generation.job_rollups AS r (seconds, at, plan_id, provider, accepted, succeeded, failed, types)
    SELECT 60, date_trunc('minute', now()) - n * interval '1 minute', '5s-480p', 'replicate', 4 + n % 3, 3 + n % 2, n % 2,
           jsonb_build_object('video.accepted', 2, 'video.succeeded', 2, 'image_video.accepted', 1 + n % 2, 'image_video.succeeded', 1,
             'restore.accepted', 1, 'restore.failed', n % 2)
      FROM generate_series(1, 59) AS n ON CONFLICT DO NOTHING`);
  await database.end();
  await signInAsOperator(page);
  await page.goto(`${admin}/throughput?by=type`);
  await expect(page.getByRole('region', { name: 'Restoration' })).toBeVisible();
  await takeScreenshots(page, 'admin-throughput-type');
  await expectNoAxeViolations(page, 'throughput by type');
});
