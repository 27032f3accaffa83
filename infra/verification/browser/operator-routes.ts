import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stack } from './creator';

const UNCHECKED = { CHECK_INTERVAL_MS: '86400000' };
/** Settings of a stack with seeded rows, which its services would report as violations. */
export const WITHOUT_CHECKS = { billing: UNCHECKED, generation: UNCHECKED };

/** The elements that a screenshot opens on a page. */
interface Parts {
  /** Buttons that open a dialog. */
  dialogs?: RegExp[];
  /** Buttons that open a form on the page. */
  forms?: RegExp[];
  /** The value of its parameter, if it is not the id of a row. */
  parameter?: string;
  query?: string;
}

/** The parts of every page, by its route. Routes without parts are pages only. */
export const PARTS: Record<string, Parts> = {
  '/jobs': { query: '?status=succeeded', dialogs: [/^Export CSV/, /^Retry all…/, /^Refund all…/] },
  '/jobs/:id': { dialogs: [/^Refund/] },
  '/providers': { dialogs: [/^Add a provider/, /^Drain/, /^Change/] },
  '/alerts': { dialogs: [/^Acknowledge/, /^Mute/] },
  '/runbooks/:kind': { parameter: 'provider_down' },
  '/dead-letters': { dialogs: [/^Replay/, /^Discard/] },
  '/maintenance': { dialogs: [/^Pause new jobs/] },
  '/callbacks/:id': { dialogs: [/^Replay$/] },
  '/mails/:id': { dialogs: [/^Send (again|now)/] },
  '/users': { dialogs: [/^Block /, /^Delete /], forms: [/^Edit credits/] },
  '/users/:userId': { dialogs: [/^Impersonate/, /^Sign out everywhere/, /^Delete /, /^Revoke /] },
  '/transactions': { dialogs: [/^Export CSV/] },
  '/transactions/:transactionId': { dialogs: [/^Refund$/] },
  '/approvals': { dialogs: [/^Approve$/, /^Decline$/] },
  '/credit-packs': { dialogs: [/^Archive$/], forms: [/^Edit$/] },
  '/promo-codes': { dialogs: [/^New code/] },
  '/promo-codes/:id': { dialogs: [/^Disable/] },
  '/models/:id': { parameter: 'seedance', dialogs: [/^Try it/] },
  '/plans': { forms: [/^Edit credits/] },
  '/examples': { dialogs: [/^Remove /] },
  '/provider-costs': { dialogs: [/^Add price/, /^Add exchange rate/] },
  '/webhooks/:id': { dialogs: [/^Replay$/] },
  '/audit-log': { dialogs: [/^Export CSV/] },
  '/settings': { dialogs: [/^Add destination/] },
  '/operators': { dialogs: [/^Invite$/, /^Manage/] },
  '/profile': { dialogs: [/^Add$/] },
};

/** The routes of all pages, from the list that the app's router is built from. */
export function routes(): string[] {
  const source = readFileSync(path.join(import.meta.dirname, '../../../admin-web/src/app/pages.ts'), 'utf8');
  return [...source.matchAll(/path: '([^']+)'/g)].map(([, route = '']) => route);
}

/** The address of a page below `/admin`. @param id of the row that pages about one row show */
export function addressOf(route: string, id: string): string {
  return route.replace(/:\w+/, PARTS[route]?.parameter ?? id) + (PARTS[route]?.query ?? '');
}

/** A file name. */
export function nameOf(route: string): string {
  return route === '/'
    ? 'home'
    : route
        .slice(1)
        .replace(/\/:\w+/, '-one')
        .replaceAll('/', '-');
}

/** Opens a page of a signed-in operator and waits for its data. */
export async function openRoute(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack().admin}${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** Follows a link within the app. A reload at each page would take most of the time of a walk through all of them. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).evaluate((heading, to) => {
    heading.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, `${stack().admin}${address}`);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}
