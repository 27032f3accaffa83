import { newCreator } from '@luit/smoke/smoke-test';
import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { Client } from 'pg';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { enterPassword, inviteOperator, setUpApp } from './second-factor-steps';
import { expect, test } from './test';

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required' } } });

const LIMIT = 100;
const REASON = 'Goodwill after the incident';

let database: Client;

test.beforeEach(async () => {
  database = new Client({ connectionString: stack().postgres });
  await database.connect();
});
test.afterEach(() => database.end());

const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await database.query<Record<string, unknown>>(sql, values)).rows;

test('a second operator approves with the second factor what another one requested, and no one approves their own request', async ({
  browser,
  page: asha,
}) => {
  const { api, admin, adminEmail, adminPassword, sandbox, mailbox } = stack();
  const customer = await newCreator({ api, sandbox, mailbox });
  const user = customer.session!.user;
  const balance = () => rowsOf('SELECT available::int, held::int FROM billing.accounts WHERE user_id = $1', [user.id]);
  const audit = () =>
    rowsOf(
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
  const [requested] = await rowsOf('SELECT id, state FROM billing.approvals');
  expect(requested).toMatchObject({ state: 'pending' });
  const refused = await asha.request.post(`${api}/api/admin/approvals/${String(requested?.id)}/approve`, {
    headers: { 'x-luit-operator': '1' },
    data: {},
  });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'forbidden' });
  await expectNoAxeViolations(asha, 'approvals');

  // Step-up: the last verification is older than five minutes.
  await rowsOf(`UPDATE auth.admin_sessions SET second_factor_at = now() - interval '6 minutes'`);
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
    await rowsOf(
      `SELECT amount::int FROM billing.transactions WHERE user_id = $1 AND type = 'adjustment' ORDER BY id`,
      [user.id],
    ),
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
