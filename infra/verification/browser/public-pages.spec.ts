import { mailsTo, linkToken } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { open, press, expectText, submitSignUp } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import { signInAsOperator } from './operator';
import { buyStarterPack, expectLoaded, makeVideo, recordMessages } from './steps';
import { expect, test } from './test';

const INFORMATION = ['about', 'contact', 'terms', 'privacy', 'refund', 'disclaimer', 'cookies'];
const LEGAL = ['terms', 'privacy', 'refund', 'disclaimer', 'cookies'];
const PROTECTED = ['dashboard', 'vault', 'library', 'image-to-video', 'image-to-video-upload', 'restore-image'];
const PACKS = [
  ['Starter Pack', '₹99', '100', '24h'],
  ['Popular Pack', '₹999', '1,000', '12h'],
  ['Pro Pack', '₹1,999', '2,200', '6h'],
] as const;
const PROMPT = 'Lamps on the water, a ferry leaves the bank';

const footer = (page: Page) => page.getByRole('navigation', { name: 'Footer' });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('public pages open and the footer links to the seven information pages, to those of developers, reports and verification [RT-01, RT-04, RT-05, FOOT-01]', async ({
  page,
}) => {
  for (const path of ['/', '/pricing', ...INFORMATION.map((name) => `/${name}`)]) {
    await open(page, path);
    await expectLoaded(page);
    await expect(page).toHaveURL(stack().web + path);
  }
  await expect(footer(page).getByRole('link')).toHaveCount(INFORMATION.length + 3);
  for (const [name, path] of [
    ['Developers', '/developers'],
    ['Report content', '/report'],
    ['Check a file', '/verify'],
  ] as const) {
    await footer(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(stack().web + path);
  }
  for (const name of INFORMATION) {
    await footer(page).locator(`a[href="/${name}"]`).click();
    await expect(page).toHaveURL(`${stack().web}/${name}`);
    await expectLoaded(page);
  }
});

test('visitors are redirected from protected and unknown paths [RT-03, RT-13, RT-14, RT-15]', async ({ page }) => {
  const { web } = stack();
  for (const name of ['reset-password', ...PROTECTED]) {
    await open(page, `/${name}`);
    await expect(page).toHaveURL(`${web}/auth`);
  }
  await open(page, '/pricing');
  await open(page, '/no/such/page');
  await expect(page).toHaveURL(`${web}/`);
  const notice = page.getByText('There’s no page at /no/such/page.');
  // Nothing covers it, and the navigation keeps the scene of the home page behind it.
  await expect(notice).toBeInViewport();
  const isCovered = await notice.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isCovered).toBe(false);
  const [bar, scene] = await Promise.all([
    page.getByRole('banner').boundingBox(),
    page.locator('section').first().boundingBox(),
  ]);
  expect(scene!.y).toBeLessThanOrEqual(bar!.y);
  await page.goBack();
  await expect(page).toHaveURL(`${web}/pricing`);

  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/**', async (route) => {
    await held;
    await route.continue();
  });
  await open(page, '/dashboard');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  answer();
  await expect(page).toHaveURL(`${web}/auth`);
});

test('the shell reacts to scrolling [RT-16, RT-17, RT-18, NAV-04]', async ({ page }) => {
  await open(page, '/terms');
  await expectLoaded(page);
  const bar = page.getByRole('banner');
  const button = page.getByRole('button', { name: 'Scroll to top' });
  for (const part of [bar, page.getByRole('main'), page.getByRole('contentinfo')]) await expect(part).toBeVisible();
  const to = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await to(50);
  await expect(bar).toHaveAttribute('data-scrolled', 'false');
  await to(51);
  await expect(bar).toHaveAttribute('data-scrolled', 'true');
  await to(300);
  await expect(button).toBeHidden();
  await to(301);
  await button.click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(button).toBeHidden();
  await to(2000);
  await footer(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('each legal page has numbered sections and the date of its last update [INF-01]', async ({ page }) => {
  for (const name of LEGAL) {
    await open(page, `/${name}`);
    await expectText(page, 'Last updated: January 2025');
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(titles.length, name).toBeGreaterThan(3);
    expect(
      titles.map((title) => /^\d+\. \S/.exec(title)?.[0].split('.')[0]),
      name,
    ).toEqual(titles.map((_, index) => String(index + 1)));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click();
  await expect(page).toHaveURL(/#section-\d+$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport();
});

test('the legal pages contain the specified terms [INF-02, INF-03, INF-04, INF-05, INF-07, INF-08]', async ({
  page,
}) => {
  const expectPromises = async (path: string, ...texts: RegExp[]) => {
    await open(page, path);
    await expectLoaded(page);
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text);
  };
  await expectPromises(
    '/refund',
    /technical issues/,
    /interruption of the service/,
    /discretion/i,
    /order ID/i,
    /within 7 days/,
  );
  await expectPromises('/refund', /3-5 business days/, /30 days/, /dispute/i);
  await expectPromises('/about', /Assam, India/, /2025/);
  await expectPromises('/cookies', /30 days to 2 years/);
});

/** Expects questions of an FAQ section with their answers. */
async function expectAnswers(
  page: Page,
  section: string,
  entries: [question: string, answer: RegExp][],
): Promise<void> {
  const faq = page.getByRole('region', { name: section });
  for (const [question, answer] of entries)
    await expect(faq.getByText(question).locator('xpath=following-sibling::dd')).toHaveText(answer);
}

/** Expects texts to be visible on a page. */
async function expectTexts(page: Page, path: string, ...texts: (string | RegExp)[]): Promise<void> {
  await open(page, path);
  await expectLoaded(page);
  for (const text of texts) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
}

test('terms and sign-up require age 18 or parental consent, and uploads remain the user’s [INF-06, G-39]', async ({
  page,
}) => {
  await expectTexts(
    page,
    '/terms',
    /^You must be 18 or older, or have the consent of a parent or guardian/,
    /^You keep ownership of everything you upload\..* including commercially/,
  );
  await open(page, '/auth?mode=signup');
  const consent = page.getByText(/By signing up you confirm that you are 18 or older or have parental consent/);
  await expect(consent).toBeVisible();
  await expect(consent.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/terms');
  await expectTexts(page, '/contact', /commercial/i);
});

test('pages and forms state the supported formats [INF-09, G-21]', async ({ page }) => {
  await expectTexts(
    page,
    '/terms',
    /^Luit accepts JPEG, PNG and WebP images up to 10 MB\. Videos are delivered as MP4/,
  );
  await expectTexts(page, '/about', 'Prompts, JPEG, PNG, WebP', 'MP4');
  await expectTexts(page, '/contact', 'JPEG, PNG and WebP images up to 10 MB. Videos are MP4 files.');
  await signUp(page, newAccount());
  for (const path of ['/image-to-video-upload', '/restore-image'])
    await expectTexts(page, path, 'JPEG, PNG or WebP, up to 10 MB');
});

test('pages state 1-5 minutes, and the progress page 10-15 seconds [INF-10]', async ({ page }) => {
  await recordMessages(page);
  for (const path of ['/about', '/contact', '/terms', '/disclaimer'])
    await expectTexts(page, path, /Most .*finishe?d? within 1-5 minutes/);
  await expectTexts(page, '/', '1-5 minutes');
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A snail crosses the veranda [slow:20]');
  await expectText(page, 'Processing is expected in 10-15 seconds.');
  await expectText(page, 'You can close this page; your video keeps processing.');
});

test('purchased credits never expire but trial credits may, and the vault says so [INF-11]', async ({ page }) => {
  await recordMessages(page);
  await expectTexts(page, '/terms', /^Purchased credits do not expire\. Free trial credits may/);
  await expectTexts(page, '/refund', /^Purchased credits never expire\. Free trial and promotional credits may expire/);
  await expectTexts(page, '/pricing', /never expire/);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await expectTexts(page, '/vault', /never expire/i);
});

test('a visitor sees packs and FAQ and is asked to sign up [PRC-01, PRC-02, PRC-03, PRC-04, PRC-05, PRC-06, PRC-07, PRC-08]', async ({
  page,
}) => {
  await open(page, '/pricing');
  const packs = page.getByRole('region', { name: 'Credit packs' }).getByRole('article');
  await expect(packs).toHaveCount(3);
  for (const [index, [name, price, credits, hours]] of PACKS.entries()) {
    for (const fact of [name, price, `${credits} credits`, `Processing within ${hours}`])
      await expect(packs.nth(index)).toContainText(fact);
  }
  await expect(page.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveCount(5);
  await expectAnswers(page, 'Frequently asked questions', [
    ['Do credits expire?', /^Credits never expire/],
    ['Can I get a refund?', /Unused credits are refundable within 30 days/],
    ['What happens if a video fails?', /^Failed jobs refund credits automatically/],
  ]);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up to Buy' })).toHaveCount(3);
  await packs.first().getByRole('link', { name: 'Sign Up to Buy' }).click();
  await expect(page).toHaveURL(/\/auth\?mode=signup$/);
});

test('the contact page shows contact details and an FAQ [CON-01, CON-09]', async ({ page }) => {
  await open(page, '/contact');
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('Assam, India');
  for (const purpose of ['General', 'Technical support', 'Business partnerships']) {
    const mailbox = page.getByText(purpose, { exact: true }).locator('xpath=following-sibling::dd').getByRole('link');
    await expect(mailbox).toHaveAttribute('href', /^mailto:.+@.+/);
  }
  await expectText(page, 'We reply within 24-48 hours.');
  await expect(page.getByText(/Mark your message as urgent/)).toBeVisible();
  await expectAnswers(page, 'Frequently asked questions', [
    ['How do I get started?', /Sign up with your email address/],
    ['Which file types are supported?', /JPEG, PNG and WebP.*MP4/],
    ['How long does processing take?', /within 1-5 minutes/],
    ['Can I use the results commercially?', /^Yes/],
  ]);
});

test('a message that failed to send is kept and reaches the mailbox on retry [CON-02, CON-03, CON-04, CON-05, CON-06, CON-07, CON-08, G-09]', async ({
  page,
}) => {
  const { name, email } = newAccount();
  await open(page, '/contact');
  const form = page.getByRole('main');
  const field = (label: string) => form.getByLabel(label, { exact: true });
  await press(page, 'Send message');
  await expect(field('Name')).toBeFocused();
  await field('Name').fill(name);
  await field('Email').fill('rupali');
  await expect(field('Subject').getByRole('option').first()).toHaveText('Select a subject');
  await field('Subject').selectOption('billing');
  await expect(field('Message')).toHaveAttribute('rows', '6');
  await form.getByPlaceholder('Tell us how we can help you...').fill('Where do I find my invoice?');
  await press(page, 'Send message');
  await expect(field('Email')).toBeFocused();
  expect(await field('Email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await field('Email').fill(email);
  await form.getByLabel('This is urgent').check();

  let fail = () => {};
  const held = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/api/contact', async (route) => {
    await held;
    await route.abort();
  });
  await press(page, 'Send message');
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  fail();
  await expectText(page, 'Sorry, there was an error sending your message. Please try again or email us directly.');
  await expect(field('Message')).toHaveValue('Where do I find my invoice?');

  await page.unroute('**/api/contact');
  await press(page, 'Send message');
  await expectText(page, "Thank you! Your message has been sent successfully. We'll get back to you soon.");
  for (const label of ['Name', 'Email', 'Subject', 'Message']) await expect(field(label)).toHaveValue('');
  const { mailbox, adminEmail } = stack();
  await expect
    .poll(async () => (await mailsTo(mailbox, adminEmail)).find(({ text }) => text.includes(email))?.subject)
    .toBe(`Urgent: Billing Question: message from ${name}`);
});

test('a visitor’s prompt is available after sign-up [HOME-01, HOME-02, HOME-03, HOME-04, RT-02, RT-08] @journey', async ({
  page,
}) => {
  const { web, mailbox } = stack();
  const account = newAccount();
  await open(page, '/');
  await expect(page.getByText('Example prompt')).toBeVisible();
  await expect(page.getByLabel(/^Sample video/)).toHaveJSProperty('tagName', 'VIDEO');
  const features = page.getByRole('region', { name: 'Why Luit' });
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Restore old images',
    'Photo to video',
    'Fast',
    'Flexible pay-as-you-go pricing',
  ]);
  await expect(page.getByRole('link', { name: 'Open Prompt to Video' })).toHaveAttribute('href', '/image-to-video');

  await page.getByLabel('What do you want to see?').fill(PROMPT);
  await press(page, 'Make a video');
  await expect(page).toHaveURL(`${web}/auth?mode=signup`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your prompt is saved' })).toContainText(PROMPT);
  await submitSignUp(page, account);
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await open(page, `/auth/confirm?token=${await linkToken(mailbox, account.email, '/auth/confirm')}`);
  await press(page, 'Confirm email');
  await expect(page).toHaveURL(`${web}/image-to-video`);
  await expect(page.getByLabel('Video prompt')).toHaveValue(PROMPT);
  await page.reload();
  await expect(page.getByLabel('Video prompt')).toHaveValue(PROMPT);

  await open(page, '/auth');
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(page.getByRole('button', { name: /^Activity\./ })).toBeVisible();
  await open(page, '/restore-image');
  await expect(page).toHaveURL(`${web}/restore-image`);
  await expectLoaded(page);
});

test('signed-in users go directly to the form [HOME-01]', async ({ page }) => {
  await signUp(page, newAccount());
  await open(page, '/');
  await press(page, 'Boat at dawn');
  await press(page, 'Make a video');
  await expect(page).toHaveURL(/\/image-to-video$/);
  await expect(page.getByLabel('Video prompt')).toHaveValue(/^A country boat/);
});

test('the operators’ pages link to the jobs [RT-12]', async ({ page }) => {
  await signInAsOperator(page);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL(`${stack().admin}/jobs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
});
