import { chromiumPath } from '@luit/local/system-programs';
import type { LuitClient } from '@luit/smoke/client';
import { newCreator } from '@luit/smoke/smoke-test';
import { chromium, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { query } from './database';
import { isolatedStack } from './isolated-stack';
import { control, injectFault } from './sandbox';
import { enterPassword, inviteOperator, setUpApp } from './second-factor-steps';
import { expect, test } from './test';

/** Browsers accept passkeys for host names only. A rule leads the browser of the passkey to the stack. */
const HOST = 'luit.localhost';
const WEB_URL = `http://${HOST}`;
const PHONE = { width: 390, height: 844 };
const LIMIT = 100;
const REASON = 'Goodwill after the incident';

const FREQUENT_CHECKS = { CHECK_INTERVAL_MS: '20000' };

isolatedStack({
  env: {
    auth: { OPERATOR_SECOND_FACTOR: 'required', WEB_URL },
    gateway: { WEB_URL },
    billing: FREQUENT_CHECKS,
    generation: FREQUENT_CHECKS,
  },
});

// Each test begins as on a new installation: the owner has no second factor, and nothing needs approval.
test.beforeEach(async () => {
  for (const table of [
    'auth.operator_totps',
    'auth.operator_passkeys',
    'auth.operator_recovery_codes',
    'billing.approvals',
    'billing.settings',
  ])
    await query(`DELETE FROM ${table}`);
});

/** Lets the last verification of every operator be older than step-up allows. */
const ageSecondFactors = () => query(`UPDATE auth.admin_sessions SET second_factor_at = now() - interval '6 minutes'`);

/** Signs in to the operators' app, where the account sets up its second factor. */
async function signInAsOwner(page: Page): Promise<void> {
  const { adminEmail, adminPassword } = stack();
  await enterPassword(page, adminEmail, adminPassword);
  await setUpApp(page);
}

test('an owner sets up a second factor, invites a colleague, and both sign in with it @journey', async ({
  browser,
  page,
}) => {
  const { adminEmail, adminPassword, admin } = stack();
  await enterPassword(page, adminEmail, adminPassword);
  const { codes } = await setUpApp(page);

  const colleague = await (await browser.newContext()).newPage();
  const email = `mina-${randomUUID()}@example.com`;
  await inviteOperator(page, colleague, { email, name: 'Mina Bora', role: 'finance' });
  await expect(colleague.getByRole('link', { name: 'Reports' })).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Operators', exact: true })).toHaveCount(0);
  await colleague.goto(`${admin}/operators`);
  await expect(colleague.getByRole('heading', { level: 1, name: 'Not permitted' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await enterPassword(page, adminEmail, adminPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your sign-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('a passkey is set up, signs in, and confirms a large grant @journey', async ({ page: creator }) => {
  const account = newAccount();
  await signUp(creator, account);

  const { adminEmail, adminPassword, web } = stack();
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${HOST}:80 ${new URL(web).host}`],
  });
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
  await browser.close();
});

test('a second operator approves with the second factor what another one requested, and no one approves their own request @journey', async ({
  browser,
  page: asha,
}) => {
  const { api, admin, adminEmail, adminPassword, sandbox, mailbox } = stack();
  const customer = await newCreator({ api, sandbox, mailbox });
  const user = customer.session!.user;
  const balance = () => query('SELECT available::int, held::int FROM billing.accounts WHERE user_id = $1', [user.id]);
  const audit = () =>
    query(
      `SELECT action, admin_email AS operator, details ->> 'requestedBy' AS "requestedBy", details ->> 'approvedBy' AS "approvedBy"
         FROM audit.entries WHERE subject = $1 AND action ~ '^(approval|credits)_' ORDER BY id`,
      [user.id],
    );

  await enterPassword(asha, adminEmail, adminPassword);
  await setUpApp(asha);
  const ritu = await (await browser.newContext()).newPage();
  const rituEmail = `ritu-${randomUUID()}@example.com`;
  const { secret } = await inviteOperator(asha, ritu, { email: rituEmail, name: 'Ritu Saikia', role: 'owner' });

  await asha.goto(`${admin}/settings`);
  await asha.getByLabel('Approve changes of credits above').fill(String(LIMIT));
  await asha.getByRole('region', { name: 'Second operator' }).getByRole('button', { name: 'Save' }).click();
  await expect(asha.getByText('Settings saved')).toBeVisible();

  // The first change is within the limit. Together with the second one, it is not.
  await asha.goto(`${admin}/users?q=${encodeURIComponent(user.email)}`);
  const row = asha.getByRole('row').filter({ hasText: user.email });
  const setCredits = async (credits: number) => {
    await row.getByRole('button', { name: /^Edit credits/ }).click();
    await row.getByLabel(/^Credits of/).fill(String(credits));
    await row.getByLabel('Reason').fill(REASON);
    await row.getByRole('button', { name: 'Save' }).click();
  };
  await setCredits(60);
  await expect(row.getByRole('cell', { name: /^60/ })).toBeVisible();
  await setCredits(160);
  await expect(asha.getByText(/because of 60 credits for the same customer/)).toBeVisible();
  expect(await balance()).toEqual([{ available: 60, held: 0 }]);

  await asha.goto(`${admin}/approvals`);
  const own = asha.getByRole('row').filter({ hasText: REASON });
  await expect(own).toContainText('+100 credits: from 60 to 160');
  await expect(own).toContainText('60 credits for the same customer');
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  const [requested] = await query<{ id: string }>('SELECT id, state FROM billing.approvals');
  expect(requested).toMatchObject({ state: 'pending' });
  const refused = await asha.request.post(`${api}/api/admin/approvals/${requested?.id}/approve`, {
    headers: { 'x-luit-operator': '1' },
    data: {},
  });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'forbidden' });
  await expectNoAxeViolations(asha, 'approvals');

  // Step-up: the last verification is older than five minutes.
  await ageSecondFactors();
  await ritu.goto(`${admin}/approvals?state=pending`);
  await ritu.getByRole('button', { name: 'Approve' }).click();
  await ritu.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  const stepUp = ritu.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(stepUp).toBeVisible();
  expect(await balance()).toEqual([{ available: 60, held: 0 }]);
  await stepUp.getByLabel('Code from your authenticator app').fill(await generate({ secret }));
  await stepUp.getByRole('button', { name: 'Confirm' }).click();
  await expect(ritu.getByText('Approved and applied')).toBeVisible();

  expect(await balance()).toEqual([{ available: 160, held: 0 }]);
  expect(
    await query(`SELECT amount::int FROM billing.transactions WHERE user_id = $1 AND type = 'adjustment' ORDER BY id`, [
      user.id,
    ]),
  ).toEqual([{ amount: 60 }, { amount: 100 }]);
  expect(await customer.balance()).toMatchObject({ credits: 160, held: 0 });
  const none = { requestedBy: null, approvedBy: null };
  await expect.poll(audit).toEqual([
    { action: 'credits_adjusted', operator: adminEmail, ...none },
    { action: 'approval_requested', operator: adminEmail, ...none },
    { action: 'approval_approved', operator: rituEmail, ...none, requestedBy: adminEmail },
    { action: 'credits_adjusted', operator: adminEmail, ...none, approvedBy: rituEmail },
  ]);
  await ritu.goto(`${admin}/audit-log?subject=${user.id}`);
  const adjusted = ritu.getByRole('row').filter({ hasText: adminEmail }).filter({ hasText: rituEmail });
  await expect(adjusted).toHaveCount(2);
});

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall state' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Sends a change as the signed-in operator. */
const change = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json', 'x-luit-operator': '1' };
      return (await fetch(address, { method: 'POST', headers, body: json })).status;
    },
    [`/api/admin${path}`, JSON.stringify(body)] as const,
  );

test('the home page says that all is right, then what is wrong with the figures of the database, and a button ends it @journey', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signInAsOwner(page);
  await expect(verdict(page)).toContainText('Everything is OK');
  const [checks] = await query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM billing.invariants) + (SELECT count(*) FROM generation.invariants))::int AS count`,
  );
  await expect(section(page, 'Money and jobs')).toContainText(`All ${checks?.count} invariants hold`);
  await expect(section(page, 'Workers')).toContainText('Release 0.1.0');

  expect(await change(page, '/queues/submit/pause', { reason: 'A drill of the home page' })).toBe(200);
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  for (let jobs = 1; jobs <= 3; jobs += 1) {
    const input = { prompt: `A ferry, take ${jobs}`, duration: 5, planId: '5s-480p', model: 'seedance' };
    await creator.post('/api/generate', input, { 'idempotency-key': randomUUID() });
  }
  await expect(verdict(page)).toContainText('Queue submit is paused');
  await expect(verdict(page)).toHaveAttribute('data-state', 'bad');
  const [waiting] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM generation.requests WHERE state IN ('pending', 'submitting', 'unknown')`,
  );
  expect(waiting?.count).toBe(3);
  const figure = (label: string) =>
    section(page, 'Customers waiting').getByText(label, { exact: true }).locator('..').getByRole('definition').first();
  await expect(figure('Waiting')).toHaveText('3');
  await expect(figure('Time to drain')).toHaveText('Unknown');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole('button', { name: 'Resume submit' }).click();
  await expect(section(page, 'Paused or unavailable')).toContainText('No queue is paused');
  await expect(figure('Waiting')).toHaveText('0');
  await expect(verdict(page)).toContainText('Everything is OK');
});

/** Replicate is its only provider, so no job fails over. */
const MODEL = 'stableVideo';

const generateVideo = (client: LuitClient, prompt: string) =>
  client.post<{ request_id: string }>(
    '/api/generate',
    { prompt, duration: 5, planId: '5s-480p', model: MODEL },
    { 'idempotency-key': randomUUID() },
  );

test('an operator follows an incident live from the alert to the drained queue [ADM-34, G-03] @journey', async ({
  page,
}) => {
  // The circuit breaker retries the provider after half a minute, and each video takes a few seconds.
  test.slow();
  const { api, sandbox, mailbox, adminEmail } = stack();
  const [one, other] = await Promise.all([1, 2].map(() => newCreator({ api, sandbox, mailbox })));
  if (!one || !other) throw new Error('two creators are needed');
  await one.buyPack('starter');
  // Sequentially, because concurrent orders for the same pack are merged.
  for (let packs = 1; packs <= 2; packs += 1) await other.buyPack('starter');

  await signInAsOwner(page);
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  const alerts = page.getByRole('region', { name: 'Open alerts' });
  const jobs = page.getByRole('region', { name: 'Table: Jobs' });
  const [first, second] = ['First river,', 'Second river,'];
  const of = (name: string) => jobs.getByRole('row').filter({ hasText: name });

  const mails = async () => {
    const all = (await (await fetch(`${mailbox}/api/email`)).json()) as {
      subject: string;
      to: { address: string }[];
    }[];
    return all.filter(
      ({ subject, to }) => subject.startsWith('Luit alert: The circuit breaker') && to[0]?.address === adminEmail,
    ).length;
  };

  await injectFault('error:500');
  // Enough failures to open the circuit breaker.
  for (let i = 1; i <= 5; i += 1) await generateVideo(other, `${first} ${i}`);
  await expect(jobs.getByRole('link', { name: `${first} 5` })).toBeVisible();
  await expect(alerts).toContainText('The circuit breaker of provider replicate is open');
  await expect(page.getByText('Circuit open', { exact: true })).toBeVisible();
  await expect.poll(mails).toBe(1);

  await page.getByRole('tab', { name: /^Queues/ }).click();
  await page.getByRole('button', { name: 'Pause submit' }).click();
  await page.getByLabel('Reason').fill('The provider is down');
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByRole('button', { name: 'Resume submit' })).toBeVisible();
  for (let i = 1; i <= 4; i += 1) await generateVideo(one, `${second} ${i}`);
  await expect(jobs.getByRole('link', { name: `${second} 4` })).toBeVisible();

  await alerts.getByRole('link', { name: 'View' }).first().click();
  await expect(page).toHaveURL(/status=pending&provider=replicate/);
  const email = one.session?.user.email ?? '';
  await jobs.getByRole('link', { name: email }).first().click();
  await page.getByLabel('Status').selectOption('pending');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('4 rows');
  await page.getByRole('button', { name: 'Refund all…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('4 jobs, 88 credits returned');
  // The preview shows its filter and changes nothing.
  await expect(dialog).toContainText(/Status:\s*Queued/);
  expect(await one.balance()).toMatchObject({ credits: 12, held: 88 });
  await dialog.getByLabel('Reason').fill('The provider is down');
  await dialog.getByRole('button', { name: 'Refund 4 jobs' }).dblclick();
  await expect(page.getByText('Refunded 4 jobs, 88 credits returned.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(4);
  await page.goBack();
  await expect.poll(async () => one.balance()).toMatchObject({ credits: 100, held: 0 });
  // The other creator's jobs did not match the filter.
  expect((await other.balance()).held).toBe(110);
  await page.getByLabel('Status').selectOption('');
  await expect(of(second).getByText('Canceled', { exact: true })).toHaveCount(4);
  await expect(of(second).getByText('Returned', { exact: true })).toHaveCount(4);

  await control('reset');
  await page.getByRole('tab', { name: /^Queues/ }).click();
  await page.getByRole('button', { name: 'Resume submit' }).click();
  await page.getByRole('button', { name: /Clear user filter/ }).click();
  await expect(of(first).getByText('Succeeded', { exact: true })).toHaveCount(5, { timeout: 120_000 });
  await expect(alerts.getByRole('listitem')).toHaveCount(0);
  const figure = (label: string) =>
    page.getByText(label, { exact: true }).locator('..').getByRole('definition').first();
  await expect(figure('Waiting')).toHaveText('0');
  await expect(figure('Time to drain')).toHaveText('Empty');
  await expect(figure('Unconfirmed')).toHaveText('0');
  await expect(page.getByRole('listitem').filter({ hasText: 'submit' })).toContainText('0 queued · 0 active');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect((await other.balance()).held).toBe(0);

  await jobs.getByRole('link', { name: `${first} 1` }).click();
  await expect(page.getByText('submission unknown').first()).toBeVisible();
  await expect(page.getByText('Captured', { exact: true }).first()).toBeVisible();
  expect(loads).toBe(0);
  await page.goto(`${stack().admin}/audit-log`);
  // A bulk action is one entry.
  await expect(page.getByRole('row').filter({ hasText: 'Jobs refunded in bulk' }).first()).toContainText('4 jobs');
  await expect(page.getByRole('row').filter({ hasText: 'part of a bulk action' })).toHaveCount(0);
});
