import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe';
import { clientOf, newAccount, signUp, stack } from './creator';
import { replaceHindiByPseudoTexts } from './pseudo-catalog';
import { SIGNED_IN_PAGES } from './signed-in-pages';
import { expectLoaded, inHindi, overflow } from './steps';
import { expect, test } from './test';

/** Legal documents are in English. */
const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=signup',
  '/auth/confirm?token=x',
  '/reset-password?token=x',
  '/pricing',
  '/about',
  '/developers',
  '/contact',
  '/account/deletion',
  '/pay-once',
];
const WIDTHS = [1440, 1280, 390, 320];

/** Texts that are not messages: names, sizes, keys, the operator’s addresses, and what belongs to a person. */
const NAMES =
  /Luit|Rupali Das|A boat at dawn|Rain on tin roofs|@example\.com|Seedance|Stable Video|Zeroscope|Nano Banana|JPEG|PNG|WebP|GSTIN|English|Ctrl|@luit\.example|^Assam, India$|[\da-f]{8}-/;

/** The texts of the page, including texts for screen readers. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!element?.closest('script, style, [lang=en], [dir=auto]')) texts.push(walker.currentNode.textContent ?? '');
    }
    for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-description']) {
      // The prompt in an empty field is in English.
      for (const element of document.querySelectorAll(`:not(textarea)[${name}]`))
        texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim());
  });

async function expectFit(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow(page), `${path}, ${width} px`).toBe(0);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(stack().web + path);
  await expectLoaded(page);
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
}

/** Signs up an account with credits, a finished video and one that failed. */
async function signUpBusyAccount(page: Page): Promise<void> {
  await signUp(page, newAccount());
  const client = await clientOf(page);
  await client.buyPack('starter');
  for (const prompt of ['A boat at dawn', 'Rain on tin roofs [fail:technical]']) {
    const id = await client.generate(prompt);
    await expect.poll(async () => (await client.getRequest(id)).status).toMatch(/^(completed|failed)$/);
  }
}

test('the footer changes the language, and the browser’s language is the first choice @journey', async ({
  browser,
  page,
}) => {
  await page.goto(stack().web);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/);
  await page.goto(`${stack().web}/pricing`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/);
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/[\u0900-\u097f]/);

  const indian = await browser.newPage({ locale: 'hi-IN' });
  await indian.goto(stack().web);
  await expect(indian.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/);
  await indian.close();
});

test('a click on a language is kept while the code of the page still loads', async ({ page }) => {
  let load = (): void => undefined;
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/language-switch-*.js', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(stack().web, { waitUntil: 'domcontentloaded' });
  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click();
  load();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
});

test('search engines find the pages in each language', async ({ page, request }) => {
  const { web } = stack();
  const document = await (await request.get(`${web}/pricing`)).text();
  expect(document).toContain(`<link rel="alternate" hreflang="hi" href="${web}/pricing?lang=hi" />`);
  expect(document).toContain(`<link rel="alternate" hreflang="x-default" href="${web}/pricing" />`);
  expect(await (await request.get(`${web}/terms`)).text()).not.toContain('hreflang');
  expect(await (await request.get(`${web}/dashboard`)).text()).not.toContain('hreflang');
  await page.goto(`${web}/pricing?lang=hi`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${web}/pricing?lang=hi`);
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/[\u0900-\u097f]/);
});

test('every page in Hindi fits and has no axe violations', async ({ page }) => {
  await inHindi(page);
  for (const path of PUBLIC) {
    await open(page, path);
    await expectFit(page, path);
    await expectNoAxeViolations(page, path);
  }
});

test('every signed-in page in Hindi fits and has no axe violations', async ({ page }) => {
  await signUpBusyAccount(page);
  await inHindi(page);
  for (const path of SIGNED_IN_PAGES) {
    await open(page, path);
    await expectFit(page, path);
    await expectNoAxeViolations(page, path);
  }
});

test('every text can be translated, and translations that are a third longer fit', async ({ page }) => {
  await replaceHindiByPseudoTexts(page);
  await signUpBusyAccount(page);
  await inHindi(page);
  const hardCoded: string[] = [];
  for (const path of [...SIGNED_IN_PAGES, ...PUBLIC]) {
    await open(page, path);
    for (const text of await textsOf(page))
      if (/[A-Za-z]{3}/.test(text) && !/[À-ɏḀ-ỿ]/.test(text) && !NAMES.test(text)) hardCoded.push(`${path}: ${text}`);
    await expectFit(page, path);
  }
  expect(hardCoded).toEqual([]);
});
