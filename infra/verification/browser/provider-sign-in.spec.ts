import { chromiumPath } from '@luit/local/system-programs';
import { linkToken } from '@luit/smoke/mailbox';
import { type Browser, chromium, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { expect, test } from './test';

/** Browsers accept passkeys for host names only. A rule leads the browser to the stack. */
const HOST = 'luit.localhost';
const WEB_URL = `http://${HOST}`;

isolatedStack({
  env: {
    auth: { WEB_URL },
    gateway: { WEB_URL },
    sandbox: { OIDC_REDIRECT_URL: `${WEB_URL}/auth/callback` },
  },
});

let browser: Browser;
test.beforeAll(async () => {
  const rule = `--host-resolver-rules=MAP ${HOST}:80 ${new URL(stack().web).host}`;
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', rule] });
});
test.afterAll(() => browser.close());

const provider = () => `Continue with ${new URL(stack().sandbox).host}`;
const open = (page: Page, path: string) => page.goto(WEB_URL + path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const newPage = async () => (await browser.newContext({ reducedMotion: 'reduce' })).newPage();

/** Fills in the form of the sandbox's provider. */
async function signInAtProvider(page: Page, email: string, name: string): Promise<void> {
  await press(page, provider());
  await expect(page.getByRole('heading', { name: 'Sandbox sign-in' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await press(page, 'Sign in');
}

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

test('a new person signs up at the provider, adds a passkey, and signs in with both', async () => {
  const page = await newPage();
  await addAuthenticator(page);
  const email = `rupali-${randomUUID()}@example.com`;
  await open(page, '/auth?mode=signup');
  await signInAtProvider(page, email, 'Rupali Bora');
  await expect(page.getByLabel('Full name')).toHaveValue('Rupali Bora');
  await expect(page.getByText(/you are 18 or older/)).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await expectNoAxeViolations(page);
  await press(page, 'Create account');
  await expect(page.getByRole('heading', { name: /^Good to see you, Rupali Bora/ })).toBeVisible();

  await open(page, '/settings/sign-in');
  const card = page.getByRole('region', { name: 'Ways to sign in' });
  await expect(card.getByText('Not set')).toBeVisible();
  await expect(card.getByText(email, { exact: false }).first()).toBeVisible();
  await press(page, 'Add a passkey');
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await press(page, 'Create passkey');
  await expect(card.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
  await expectNoAxeViolations(page);

  const signOut = () => page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
  await open(page, '/dashboard');
  await signOut();
  await open(page, '/vault');
  await press(page, 'Use a passkey');
  await expect(page).toHaveURL(`${WEB_URL}/vault`);
  await open(page, '/dashboard');
  await signOut();
  await open(page, '/vault');
  await signInAtProvider(page, email, 'Rupali Bora');
  await expect(page).toHaveURL(`${WEB_URL}/vault`);

  await open(page, '/settings/sign-in');
  await press(page, 'Remove Laptop');
  await expect(card.getByRole('button', { name: 'Remove Laptop' })).toBeHidden();
  await card.getByRole('button', { name: /^Unlink/ }).click();
  await expect(card.getByText('Not linked')).toBeVisible();
  await press(page, 'Email me a link to set one');
  await expect(page.getByText(`We emailed a link to ${email}.`, { exact: false })).toBeVisible();
  expect(await linkToken(stack().mailbox, email, '/reset-password')).not.toBe('');
  await page.context().close();
});

test('the address of an account is linked by mail, in the browser that began and in no other', async ({
  page: owner,
}) => {
  const account = newAccount();
  await signUp(owner, account);

  const page = await newPage();
  await open(page, '/auth');
  await signInAtProvider(page, account.email, 'Somebody');
  await expect(page.getByText(`There is a Luit account with ${account.email}`, { exact: false })).toBeVisible();
  await press(page, 'Email me a link instead');
  await expect(page.getByText(`We emailed a link to ${account.email}`, { exact: false })).toBeVisible();
  const path = `/auth/callback?token=${await linkToken(stack().mailbox, account.email, '/auth/callback')}`;

  const elsewhere = await newPage();
  await open(elsewhere, path);
  await press(elsewhere, 'Link to my Luit account');
  await expect(elsewhere.getByLabel('Password of your Luit account')).toBeVisible();
  await elsewhere.context().close();

  await open(page, path);
  await press(page, 'Link to my Luit account');
  await expect(page.getByRole('heading', { name: /^Good to see you/ })).toBeVisible();
  await page.context().close();
});
