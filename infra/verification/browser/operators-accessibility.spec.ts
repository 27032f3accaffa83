import { newCreator } from '@luit/smoke/smoke-test';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { layoutFaults } from './layout-faults';
import { signInAsOperator } from './operator';
import { followLink } from './operator-routes';
import { expect, test } from './test';

/** All but the home page, which follows a sign-in. */
const PAGES = [
  '/jobs',
  '/bulk-actions',
  '/providers',
  '/alerts',
  '/runbooks/provider_down',
  '/invariants',
  '/dead-letters',
  '/maintenance',
  '/callbacks',
  '/mails',
  '/throughput',
  '/messages',
  '/users',
  '/transactions',
  '/approvals',
  '/credit-packs',
  '/promo-codes',
  '/models',
  '/models/seedance',
  '/plans',
  '/presets',
  '/examples',
  '/analytics',
  '/revenue',
  '/margin',
  '/provider-costs',
  '/webhooks',
  '/disputes',
  '/audit-log',
  '/settings',
  '/operators',
  '/profile',
];
const DESKTOP = { width: 1440, height: 900 };
const NARROW = [820, 390];
const LONG_PROMPT = `A long boat on the wide river at dawn, seen from the bank where the reeds stand ${'on and '.repeat(20)}on`;

async function check(page: Page, path: string): Promise<void> {
  await expectNoAxeViolations(page, path);
  for (const width of [DESKTOP.width, ...NARROW]) {
    await page.setViewportSize({ ...DESKTOP, width });
    await expect.poll(() => layoutFaults(page), `${path} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(DESKTOP);
}

test('the operators’ pages have no axe violations in either theme, and no table hides columns without saying so', async ({
  page,
}) => {
  const { admin, api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const input = { prompt: LONG_PROMPT, duration: 5, planId: '5s-480p', model: 'seedance' };
  const headers = { 'idempotency-key': randomUUID() };
  const { request_id: jobId } = await creator.post<{ request_id: string }>('/api/generate', input, headers);
  const message = { name: 'Asha', email: 'asha@example.com', subject: 'billing', message: 'Where is my invoice?' };
  await creator.post('/api/contact', message, { 'idempotency-key': randomUUID() });
  await page.setViewportSize(DESKTOP);
  await page.goto(admin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page, 'sign in');
  await signInAsOperator(page);
  await check(page, '/');
  for (const path of [...PAGES, `/jobs/${jobId}`, `/users/${creator.session?.user.id}`]) {
    await followLink(page, path);
    await check(page, path);
  }
  await followLink(page, '/jobs');
  const table = page.getByRole('region', { name: 'Table: Jobs' });
  await expect(table.getByRole('link', { name: /^A long boat/ }).first()).toBeVisible();
  for (const width of [1440, 820]) {
    await page.setViewportSize({ ...DESKTOP, width });
    await expect
      .poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width} px`)
      .toBeLessThanOrEqual(1);
  }
});
