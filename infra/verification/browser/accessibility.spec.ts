import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { layoutFaults } from './layout-faults';
import { SIGNED_IN_PAGES } from './signed-in-pages';
import { expectLoaded, inHindi, overflow } from './steps';
import { expect, test } from './test';

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/auth/confirm',
  '/auth/confirm?token=x',
  '/reset-password?token=x',
  '/pricing',
  '/about',
  '/developers',
  '/contact',
  '/terms',
  '/refund',
  '/privacy',
  '/disclaimer',
  '/cookies',
  '/grievance',
  '/account/deletion',
];
const SIGNED_IN = [...SIGNED_IN_PAGES, '/pricing'];
const DESKTOP = { width: 1280, height: 720 };
/** Phones, and a window of 1,280 px at 200% zoom, which gives the page 640 px. */
const NARROW = [640, 390, 320];

async function check(page: Page, path: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto(stack().web + path);
  await expectLoaded(page);
  await expectNoAxeViolations(page, path);
  await expect.poll(() => layoutFaults(page), path).toEqual([]);
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(page), `${path}, ${width} px`).toBe(0);
  }
  await expectNoAxeViolations(page, `${path}, ${NARROW.at(-1)} px`);
}

test('every public page fits phones and 200% zoom and has no axe violations in either theme', async ({ page }) => {
  for (const path of PUBLIC) await check(page, path);
});

test('every signed-in page fits phones and 200% zoom and has no axe violations [NAV-01, NAV-02, RT-06, RT-07, RT-09, RT-10]', async ({
  page,
}) => {
  await signUp(page, newAccount());
  for (const path of SIGNED_IN) await check(page, path);
});

/** The pages that most people see. */
const SAMPLE = {
  public: ['/', '/auth?mode=signup', '/pricing', '/developers', '/contact', '/pay-once'],
  'signed-in': ['/dashboard', '/vault', '/library', '/image-to-video', '/image-to-video-upload', '/restore-image'],
};

for (const [kind, paths] of Object.entries(SAMPLE)) {
  test(`six ${kind} pages fit a small phone in English and Hindi and have no axe violations @journey`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    if (kind === 'signed-in') await signUp(page, newAccount());
    const expectFit = async (path: string) => {
      await page.goto(stack().web + path);
      await expectLoaded(page);
      await expect.poll(() => overflow(page), path).toBe(0);
    };
    for (const path of paths) {
      await expectFit(path);
      await expectNoAxeViolations(page, path);
    }
    await inHindi(page);
    for (const path of paths) await expectFit(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  });
}
