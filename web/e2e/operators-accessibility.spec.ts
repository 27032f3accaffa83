import { newCreator } from '@luit/smoke/smoke-test';
import { randomUUID } from 'node:crypto';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

const PAGES = [
  '',
  'jobs',
  'providers',
  'alerts',
  'runbooks/provider_down',
  'invariants',
  'dead-letters',
  'maintenance',
  'callbacks',
  'mails',
  'throughput',
  'messages',
  'users',
  'transactions',
  'approvals',
  'credit-packs',
  'promo-codes',
  'plans',
  'analytics',
  'revenue',
  'margin',
  'provider-costs',
  'provider-bills',
  'webhooks',
  'disputes',
  'audit-log',
  'settings',
  'operators',
  'profile',
];

test('the operators’ pages have no axe violations in either theme', async ({ page }) => {
  const { admin, api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const input = { prompt: 'A river', duration: 5, planId: '5s-480p', model: 'seedance' };
  const headers = { 'idempotency-key': randomUUID() };
  const { request_id: jobId } = await creator.post<{ request_id: string }>('/api/generate', input, headers);
  const message = { name: 'Asha', email: 'asha@example.com', subject: 'billing', message: 'Where is my invoice?' };
  await creator.post('/api/contact', message, { 'idempotency-key': randomUUID() });
  const check = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await expectNoAxeViolations(page, path);
  };
  await page.goto(admin);
  await check('sign in');
  await signInAsOperator(page);
  for (const path of [...PAGES, `jobs/${jobId}`, `users/${creator.session?.user.id}`]) {
    await page.goto(`${admin}/${path}`);
    await check(path);
  }
});
