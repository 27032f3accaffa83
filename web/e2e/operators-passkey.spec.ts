import { chromiumPath } from '@luit/local/system-programs';
import { chromium, type Browser } from '@playwright/test';
import { Client } from 'pg';
import { newAccount, signUp, stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { expect, test } from './test';

/** Browsers accept passkeys for host names only. The rule below leads this one to the stack. */
const HOST = 'luit.localhost';
const WEB_URL = `http://${HOST}`;

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required', WEB_URL }, gateway: { WEB_URL } } });

let browser: Browser;

test.beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${HOST}:80 ${new URL(stack().web).host}`],
  });
});
test.afterAll(() => browser.close());

/** Lets the last verification of every operator be older than step-up allows. */
async function ageSecondFactors(): Promise<void> {
  const database = new Client({ connectionString: stack().postgres });
  await database.connect();
  await database.query(`UPDATE auth.admin_sessions SET second_factor_at = now() - interval '6 minutes'`);
  await database.end();
}

test('a passkey is set up, signs in, and confirms a large grant', async ({ page: creator }) => {
  const account = newAccount();
  await signUp(creator, account);

  const { adminEmail, adminPassword } = stack();
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signIn = async () => {
    await page.goto(`${WEB_URL}/admin/`);
    await page.getByLabel('Email').fill(adminEmail);
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  await signIn();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await signIn();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await ageSecondFactors();
  await page.goto(`${WEB_URL}/admin/users?q=${encodeURIComponent(account.email)}`);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await row.getByRole('button', { name: /^Edit credits/ }).click();
  await row.getByLabel(/^Credits of/).fill('5000');
  await row.getByLabel('Reason').fill('Goodwill');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it’s you' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(row.getByRole('cell', { name: /^5,000/ })).toBeVisible();

  await ageSecondFactors();
  await row.getByRole('button', { name: /^Edit credits/ }).click();
  await row.getByLabel(/^Credits of/).fill('0');
  await row.getByLabel('Reason').fill('Goodwill');
  await row.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('alert')).toBeVisible();
});
