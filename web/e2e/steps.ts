import type { VideoPlan } from '@luit/contracts/generation/plans';
import { expect, type Page } from '@playwright/test';
import { programOf, stack } from './creator';

/** Accepts and keeps every alert, and keeps every value that a progress bar shows. */
export async function watch(page: Page): Promise<{ alerts: string[]; progress: () => Promise<number[]> }> {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    // A journey may end while one is open, and its page with it.
    dialog.accept().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
  await page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(window, { shownProgress: shown });
    const look = () => {
      const value = document.querySelector('main [role=progressbar]')?.getAttribute('aria-valuenow');
      if (value != null && shown.at(-1) !== Number(value)) shown.push(Number(value));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const progress = () => page.evaluate(() => (window as unknown as { shownProgress: number[] }).shownProgress);
  return { alerts, progress };
}

export const balance = (page: Page) => page.getByRole('banner').getByLabel(/^Credit balance: /);

/** Has the Starter Pack, by way of calls: the checkout has journeys of its own. */
export async function buyStarterPack(page: Page): Promise<void> {
  await (await programOf(page)).buyPack('starter');
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
}

/** The checkout has a document of its own, in a frame over the page. */
export const checkoutIn = (page: Page) =>
  page.frameLocator('iframe[title=Checkout]').getByRole('dialog', { name: 'Luit' });

const payButton = (page: Page) => checkoutIn(page).getByRole('button', { name: /^Pay ₹/ });

/** Pays in the checkout modal of an order for one video, after which another page follows. */
export const payForVideo = (page: Page) => payButton(page).click();

/** Pays in the checkout modal and waits until the page was loaded anew, as it is after each payment for credits. */
export const payInCheckout = (page: Page) => Promise.all([page.waitForEvent('load'), payButton(page).click()]);

export async function payForStarterPack(page: Page): Promise<void> {
  await page.goto(`${stack().web}/pricing`);
  await page.getByRole('button', { name: 'Buy Starter Pack' }).click();
  await payInCheckout(page);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
}

/** The page itself is there, and not what stands in its place while it loads. */
export const headed = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading...' })).toBeVisible();

/** How much wider the page is than its window, so that it scrolls sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const videoReady = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible({ timeout: 60_000 });

/** The video is there and its alert was told, which comes a moment later and would meet whatever follows. */
export async function untilReady(page: Page, alerts: string[]): Promise<void> {
  await videoReady(page);
  await expect.poll(() => alerts).toContain('Your video is ready!');
}

export async function makeVideo(page: Page, prompt: string): Promise<void> {
  await page.goto(`${stack().web}/image-to-video`);
  await page.getByLabel('Video prompt').fill(prompt);
  await page.getByRole('button', { name: 'Generate video (5s - 18 credits)' }).click();
}

export const PLANS = '**/api/plans';

/** What the server sells, changed on its way to the page. */
export async function changePlans(page: Page, change: (plans: VideoPlan[]) => VideoPlan[]): Promise<void> {
  await page.route(PLANS, async (route) => {
    const answer = await route.fetch();
    const { plans, ...rest } = (await answer.json()) as { plans: VideoPlan[] };
    await route.fulfill({ json: { ...rest, plans: change(plans) } });
  });
}
