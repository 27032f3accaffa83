import { newCreator } from '@luit/smoke/smoke-test';
import { stack } from './creator';
import { expectNoAxeViolations } from './axe';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

isolatedStack();

test('an operator announces maintenance and pauses new jobs, and creators see both', async ({ page, browser }) => {
  const { api, sandbox, mailbox, web } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const generate = () =>
    fetch(`${api}/api/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${creator.session?.access_token}` },
      body: JSON.stringify({ prompt: 'A river', duration: 5, planId: '5s-480p' }),
    });

  await signInAsOperator(page);
  await page.getByRole('link', { name: 'Maintenance', exact: true }).click();
  await page.getByLabel('Text').fill('We upgrade our database tonight.');
  await page.getByLabel('Reason').fill('Database upgrade');
  await page.getByRole('button', { name: 'Show banner' }).click();
  const restrictions = page.getByRole('complementary', { name: 'Active restrictions' });
  await expect(restrictions).toContainText('We upgrade our database tonight.');
  await page.getByRole('button', { name: 'Pause new jobs…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Database upgrade');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause new jobs' }).click();
  await expect(restrictions).toContainText('New jobs are paused');
  await expectNoAxeViolations(page, 'maintenance');

  const refused = await generate();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'generation_paused' });
  await creator.buyPack('starter');

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(web);
  const notice = visitor.getByRole('complementary', { name: 'Service notice' });
  await expect(notice).toContainText('We upgrade our database tonight.');
  await expect(notice).toContainText('Jobs in progress, purchases and downloads continue.');
  await expectNoAxeViolations(visitor, 'home');

  await page.getByRole('button', { name: 'Accept new jobs…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept new jobs' }).click();
  await page.getByRole('button', { name: 'Remove banner' }).click();
  await expect(restrictions).toHaveCount(0);
  await expect.poll(async () => (await generate()).status).toBe(202);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
