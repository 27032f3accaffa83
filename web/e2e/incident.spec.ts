import { newCreator } from '@luit/smoke/smoke-test';
import type { LuitClient } from '@luit/smoke/client';
import { randomUUID } from 'node:crypto';
import { stack } from './creator';
import { signInAsOperator } from './operator';
import { isolatedStack } from './isolated-stack';
import { control, injectFault } from './sandbox';
import { expect, test } from './test';

isolatedStack();

/** Replicate is its only provider, so no job fails over. */
const MODEL = 'stableVideo';

const generate = (client: LuitClient, prompt: string) =>
  client.post<{ request_id: string }>(
    '/api/generate',
    { prompt, duration: 5, planId: '5s-480p', model: MODEL },
    { 'idempotency-key': randomUUID() },
  );

test('an operator follows an incident live from the alert to the drained queue [ADM-34, G-03]', async ({ page }) => {
  // The circuit breaker retries the provider after half a minute, and each video takes a few seconds.
  test.slow();
  const { api, sandbox, mailbox, adminEmail } = stack();
  const [one, other] = await Promise.all([1, 2].map(() => newCreator({ api, sandbox, mailbox })));
  if (!one || !other) throw new Error('two creators are needed');
  await one.buyPack('starter');
  // Sequentially, because concurrent orders for the same pack are merged.
  for (let packs = 1; packs <= 2; packs += 1) await other.buyPack('starter');

  await signInAsOperator(page);
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  const alerts = page.getByRole('region', { name: 'Open alerts' });
  const jobs = page.getByRole('region', { name: 'Table: Jobs' });
  const [first, second] = ['First river,', 'Second river,'];
  const of = (name: string) => jobs.getByRole('row').filter({ hasText: name });

  const mails = async () => {
    const all = (await (await fetch(`${mailbox}/email`)).json()) as { subject: string; to: { address: string }[] }[];
    return all.filter(({ subject, to }) => subject.startsWith('Luit alert') && to[0]?.address === adminEmail).length;
  };

  await injectFault('error:500');
  // Enough failures to open the circuit breaker.
  for (let i = 1; i <= 5; i += 1) await generate(other, `${first} ${i}`);
  await expect(jobs.getByRole('link', { name: `${first} 5` })).toBeVisible();
  await expect(alerts).toContainText('The circuit breaker of provider replicate is open');
  await expect(page.getByText('Circuit open', { exact: true })).toBeVisible();
  await expect.poll(mails).toBe(1);

  await page.getByRole('tab', { name: /^Queues/ }).click();
  await page.getByRole('button', { name: 'Pause submit' }).click();
  await page.getByLabel('Reason').fill('The provider is down');
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByRole('button', { name: 'Resume submit' })).toBeVisible();
  for (let i = 1; i <= 4; i += 1) await generate(one, `${second} ${i}`);
  await expect(jobs.getByRole('link', { name: `${second} 4` })).toBeVisible();

  await alerts.getByRole('link', { name: 'View' }).first().click();
  await expect(page).toHaveURL(/status=pending&provider=replicate/);
  const email = one.session?.user.email ?? '';
  await jobs.getByRole('link', { name: email }).first().click();
  await page.getByLabel('Status').selectOption('pending');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('4 rows');
  await page.getByRole('button', { name: 'Refund all…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('4 jobs, 88 credits returned');
  // The preview shows its filter and changes nothing.
  await expect(dialog).toContainText(/Status:\s*Queued/);
  expect(await one.balance()).toMatchObject({ credits: 12, held: 88 });
  await dialog.getByLabel('Reason').fill('The provider is down');
  await dialog.getByRole('button', { name: 'Refund 4 jobs' }).dblclick();
  await expect(page.getByText('Refunded 4 jobs, 88 credits returned.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(4);
  await page.goBack();
  await expect.poll(async () => one.balance()).toMatchObject({ credits: 100, held: 0 });
  // The other creator's jobs did not match the filter.
  expect((await other.balance()).held).toBe(110);
  await page.getByLabel('Status').selectOption('');
  await expect(of(second).getByText('Canceled', { exact: true })).toHaveCount(4);
  await expect(of(second).getByText('Returned', { exact: true })).toHaveCount(4);

  await control('reset');
  await page.getByRole('tab', { name: /^Queues/ }).click();
  await page.getByRole('button', { name: 'Resume submit' }).click();
  await page.getByRole('button', { name: /Clear user filter/ }).click();
  await expect(of(first).getByText('Succeeded', { exact: true })).toHaveCount(5, { timeout: 120_000 });
  await expect(alerts.getByRole('listitem')).toHaveCount(0, { timeout: 30_000 });
  const figure = (label: string) =>
    page.getByText(label, { exact: true }).locator('..').getByRole('definition').first();
  await expect(figure('Waiting')).toHaveText('0');
  await expect(figure('Time to drain')).toHaveText('Empty');
  await expect(figure('Unconfirmed')).toHaveText('0');
  await expect(page.getByRole('listitem').filter({ hasText: 'submit' })).toContainText('0 queued · 0 active');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect((await other.balance()).held).toBe(0);

  await jobs.getByRole('link', { name: `${first} 1` }).click();
  await expect(page.getByText('submission unknown').first()).toBeVisible();
  await expect(page.getByText('Captured', { exact: true }).first()).toBeVisible();
  expect(loads).toBe(0);
  await page.goto(`${stack().admin}/audit-log`);
  // A bulk action is one entry.
  await expect(page.getByRole('row').filter({ hasText: 'Jobs refunded in bulk' }).first()).toContainText('4 jobs');
  await expect(page.getByRole('row').filter({ hasText: 'part of a bulk action' })).toHaveCount(0);
});
