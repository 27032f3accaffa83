import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { axeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { layoutFaults } from './layout-faults';
import { signInAsOperator } from './operator';
import { addressOf, nameOf, openRoute, PARTS, routes, WITHOUT_CHECKS } from './operator-routes';
import { seedOperatorRows } from './operator-rows';
import { takeScreenshots } from './take-screenshots';

test.setTimeout(1_800_000);

/** Each has a stack of its own, so that the others still run after a failure. */
const describeRows = (name: string, define: () => void) =>
  test.describe(name, () => {
    isolatedStack({ env: WITHOUT_CHECKS });
    define();
  });

/** Browser log messages about responses such as 404, which pages of nonexistent rows cause. */
const FAILED_REQUEST = /^Failed to load resource/;

/** Fails the test, which goes on with the next screen. */
const check = (label: string, faults: string[]) => expect.soft(faults, label).toEqual([]);

async function capture(page: Page, name: string, { isFullPage = true, isLoading = false } = {}): Promise<void> {
  const checkLayout = async (label: string) => check(label, await layoutFaults(page));
  await takeScreenshots(page, name, isFullPage, { isLoading, check: checkLayout });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    check(`${name} at ${width} px, axe`, await axeViolations(page));
  }
}

/** Captures every page. @param id of the row that pages about one row show */
async function captureAll(page: Page, rows: string, id: string): Promise<void> {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  for (const route of routes()) {
    await openRoute(page, addressOf(route, id));
    await capture(page, `operators-${rows}-${nameOf(route)}`);
    check(
      `${route}: console`,
      errors.splice(0).filter((text) => rows !== 'none' || !FAILED_REQUEST.test(text)),
    );
  }
}

async function captureParts(page: Page, id: string): Promise<void> {
  for (const [route, { dialogs = [], forms = [] }] of Object.entries(PARTS)) {
    for (const [index, button] of [...dialogs, ...forms].entries()) {
      const isDialog = index < dialogs.length;
      await openRoute(page, addressOf(route, id));
      await page.getByRole('main').getByRole('button', { name: button }).first().click({ timeout: 15_000 });
      if (isDialog) await expect(page.getByRole('dialog')).toBeVisible();
      await capture(page, `operators-${isDialog ? 'dialog' : 'form'}-${nameOf(route)}-${index + 1}`, {
        isFullPage: !isDialog,
      });
    }
  }
}

describeRows('no rows', () => {
  test('every page, while it loads and after a failed read', async ({ page }) => {
    await page.goto(stack().admin);
    await capture(page, 'operators-sign-in');
    await signInAsOperator(page);
    await captureAll(page, 'none', randomUUID());
    for (const state of ['loading', 'failed'] as const) await captureUnread(page, state);
  });
});

describeRows('one row with long texts', () => {
  test('every page, its dialogs, the search and the menu', async ({ page }) => {
    const id = await seedOperatorRows(stack().postgres, 1);
    await signInAsOperator(page);
    await captureAll(page, 'one', id);
    await captureParts(page, id);
    await captureSearch(page);
    await openRoute(page, '/');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await capture(page, 'operators-menu', { isFullPage: false });
  });
});

describeRows('10,000 rows', () => {
  test('every page', async ({ page }) => {
    const id = await seedOperatorRows(stack().postgres, 10_000);
    await signInAsOperator(page);
    await captureAll(page, 'many', id);
  });
});

/** Captures the pages that need no id while the server does not answer, or answers with an error. */
async function captureUnread(page: Page, state: 'loading' | 'failed'): Promise<void> {
  await page.route('**/api/admin/**', (call) => {
    if (call.request().url().endsWith('/api/admin/session')) return call.continue();
    return state === 'failed' ? call.fulfill({ status: 503, json: {} }) : undefined;
  });
  for (const route of routes().filter((each) => !each.includes(':'))) {
    await page.goto(`${stack().admin}${route}`);
    await capture(page, `operators-${state}-${nameOf(route)}`, { isLoading: true });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function captureSearch(page: Page): Promise<void> {
  await openRoute(page, '/');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await expect(search).toBeVisible();
  await capture(page, 'operators-search', { isFullPage: false });
  const status = page.getByRole('dialog').getByRole('status');
  for (const [name, text, shown] of [
    ['found', 'a.customer', /result/],
    ['nothing', 'nobody', /^Nothing/],
  ] as const) {
    await search.fill(text);
    await expect(status).toHaveText(shown);
    await capture(page, `operators-search-${name}`, { isFullPage: false });
  }
}
