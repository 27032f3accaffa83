import { linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { PUBLIC_PAGES } from '../../../web/src/lib/public-pages';
import { submitSignIn, submitSignUp, open } from './account-steps';
import { clientOf, newAccount, stack } from './creator';
import { expectLoaded, makeVideo, videoReady } from './steps';
import { expect, test } from './test';

/** The failures of browsers that cannot store something, as scripts that run before the page does. */
const FAULTS: Record<string, () => void> = {
  'that block site data': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  },
  'without storage': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get: () => null });
  },
  'whose storage fails': () => {
    for (const name of ['getItem', 'setItem', 'removeItem', 'key'])
      Object.defineProperty(Storage.prototype, name, {
        value: () => {
          throw new DOMException('failed', 'InvalidStateError');
        },
      });
  },
  'whose storage is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'without newer interfaces': () => {
    for (const name of ['indexedDB', 'caches', 'Notification', 'BroadcastChannel', 'PushManager'])
      Object.defineProperty(window, name, { configurable: true, value: undefined });
    for (const name of ['locks', 'serviceWorker'])
      Object.defineProperty(navigator, name, { configurable: true, value: undefined });
  },
  'that deny them': () => {
    const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: denied } });
    Object.defineProperty(window, 'BroadcastChannel', {
      configurable: true,
      value: class {
        constructor() {
          throw new DOMException('denied', 'SecurityError');
        }
      },
    });
  },
};

/** Errors that no code of the page handled. */
function unhandledErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

for (const [name, fault] of Object.entries(FAULTS)) {
  test(`public pages are shown in browsers ${name}, and work`, async ({ page }) => {
    const errors = unhandledErrors(page);
    await page.addInitScript(fault);
    for (const path of Object.keys(PUBLIC_PAGES)) {
      await open(page, path);
      await expectLoaded(page);
    }
    await page.getByRole('button', { name: /theme/i }).first().click();
    expect(errors).toEqual([]);
  });

  test(`creators sign up, sign in and make a video in browsers ${name}`, async ({ page, context }) => {
    const errors = unhandledErrors(page);
    const account = newAccount();
    await page.addInitScript(fault);
    await open(page, '/auth?mode=signup');
    await submitSignUp(page, account);
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await confirm(page, account.email);
    await context.clearCookies();
    await open(page, '/auth');
    await submitSignIn(page, account);
    await expect(page).toHaveURL(/\/dashboard/);
    await (await clientOf(page)).buyPack('starter');
    await makeVideo(page, 'A river');
    await videoReady(page);
    expect(errors).toEqual([]);
  });
}

async function confirm(page: Page, email: string): Promise<void> {
  const token = await linkToken(stack().mailbox, email, '/auth/confirm');
  await open(page, `/auth/confirm?token=${token}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}
