import type { VideoPlan } from '@luit/contracts/generation/plans';
import { expect, type Locator, type Page } from '@playwright/test';
import { clientOf, stack } from './creator';

/**
 * Records the first line of every message that is announced as an alert or a toast, and every value of the progress bar. The
 * app never opens a native dialog.
 */
export async function recordMessages(page: Page): Promise<{ messages: string[]; progress: () => Promise<number[]> }> {
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    throw new Error(`The page opened a native dialog: ${dialog.message()}`);
  });
  await page.exposeFunction('recordMessage', (text: string) => messages.push(text));
  await page.addInitScript(() => {
    const last = new WeakMap<Element, string>();
    const announce = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[role=alert], [data-sonner-toast] [data-title]')) {
        const [text = ''] = element.innerText.trim().split('\n');
        if (text === '' || last.get(element) === text) continue;
        last.set(element, text);
        (window as unknown as { recordMessage: (message: string) => void }).recordMessage(text);
      }
    };
    const shown: number[] = [];
    Object.assign(window, { shownProgress: shown });
    const record = () => {
      const value = document.querySelector('main [role=progressbar]')?.getAttribute('aria-valuenow');
      if (value != null && shown.at(-1) !== Number(value)) shown.push(Number(value));
    };
    new MutationObserver(() => {
      record();
      announce();
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const progress = () => page.evaluate(() => (window as unknown as { shownProgress: number[] }).shownProgress);
  return { messages, progress };
}

export const balance = (page: Page) => page.getByRole('banner').getByLabel(/^Credit balance: /);

/** Buys the Starter Pack through API calls. Other tests cover the checkout. */
export async function buyStarterPack(page: Page): Promise<void> {
  await (await clientOf(page)).buyPack('starter');
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
}

/** The checkout in its frame over the page. */
export const checkoutIn = (page: Page) => page.frameLocator('iframe').getByRole('dialog', { name: 'Luit' });

const payButton = (page: Page) => checkoutIn(page).getByRole('button', { name: /^Pay ₹/ });

/** Pays for a single video in the checkout, which then leads to the order page. */
export const payForVideo = (page: Page) => payButton(page).click();

/** Pays for credits in the checkout and waits for the page to reload. */
export const payInCheckout = (page: Page) => Promise.all([page.waitForEvent('load'), payButton(page).click()]);

export async function payForStarterPack(page: Page): Promise<void> {
  await page.goto(`${stack().web}/pricing`);
  await page.getByRole('button', { name: 'Buy Starter Pack' }).click();
  await payInCheckout(page);
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
}

/** Waits until the page has replaced its loading state. */
export const expectLoaded = (page: Page) => expect(page.locator('h1:not([data-loading])').first()).toBeVisible();

/** Shows the pages that are opened from now on in Hindi. */
export const inHindi = (page: Page) => page.addInitScript(() => localStorage.setItem('luit.language', 'hi'));

/** The horizontal overflow of the page, in pixels. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Follows a link of the navigation bar that has no room in it. */
export async function openFromMore(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('list', { name: 'More' }).getByRole('link', { name }).click();
}

/** Opens "Make another" below a result and chooses one of its actions. */
export async function makeAnother(page: Page, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Make another' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action of a result that has no button of its own. */
export async function openMoreActions(page: Page, action: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export const videoReady = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();

/** Waits for the video and its message, which follows a second later. */
export async function untilReady(page: Page, messages: string[]): Promise<void> {
  await videoReady(page);
  await expect.poll(() => messages).toContain('Your video is ready!');
}

export async function makeVideo(page: Page, prompt: string): Promise<void> {
  await page.goto(`${stack().web}/image-to-video`);
  await page.getByLabel('Video prompt').fill(prompt);
  await page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
}

/** A control of the composer, which says what is chosen. */
export const control = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });

/** Opens a control of the composer. */
export async function openControl(page: Page, name: string): Promise<Locator> {
  await control(page, name).click();
  return page.getByRole('dialog', { name });
}

/** Chooses with a click, which closes the control. */
export async function choose(page: Page, name: string, option: RegExp): Promise<void> {
  const choices = await openControl(page, name);
  // The radio itself is hidden behind its tile.
  await choices.getByRole('radio', { name: option }).locator('..').click();
  await expect(choices).toHaveCount(0);
}

/** Creates a share link of the only video in the library. @returns the open dialog, and the link */
export async function shareVideo(page: Page): Promise<{ dialog: Locator; url: string }> {
  await page.goto(`${stack().web}/library`);
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this video' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  return { dialog, url: await dialog.getByRole('textbox', { name: 'Link' }).inputValue() };
}

/**
 * Presses Download.
 *
 * @returns the name of the file; if none arrives, it fails with the errors that the page shows
 */
export async function downloadResult(page: Page): Promise<string | undefined> {
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const outcome = async () =>
    names.length > 0 ? 'downloaded' : (await page.getByRole('alert').allInnerTexts()).join();
  await expect.poll(outcome).toBe('downloaded');
  return names[0];
}

export const PLANS = '**/api/plans';

/** Modifies the plans in the server's response. */
export async function changePlans(page: Page, change: (plans: VideoPlan[]) => VideoPlan[]): Promise<void> {
  await page.route(PLANS, async (route) => {
    const response = await route.fetch();
    const { plans, ...rest } = (await response.json()) as { plans: VideoPlan[] };
    await route.fulfill({ json: { ...rest, plans: change(plans) } });
  });
}
