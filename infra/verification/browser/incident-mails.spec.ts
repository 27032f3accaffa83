import { mailsTo } from '@luit/smoke/mailbox';
import { newCreator } from '@luit/smoke/smoke-test';
import { generate } from 'otplib';
import { Client } from 'pg';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { unfoldMore } from './operator';
import { enterPassword, setUpApp } from './second-factor-steps';
import { expect, test } from './test';

isolatedStack({ env: { auth: { OPERATOR_SECOND_FACTOR: 'required' } } });

const SUBJECT = 'Your video of this morning';
const IST_OFFSET_MINUTES = 330;

/** A time in IST, as fields for date and time take it. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + (IST_OFFSET_MINUTES + minutes) * 60_000).toISOString().slice(0, 16);

async function ageSecondFactors(): Promise<void> {
  const database = new Client({ connectionString: stack().postgres });
  await database.connect();
  await database.query(`UPDATE auth.admin_sessions SET second_factor_at = now() - interval '6 minutes'`);
  await database.end();
}

/** A creator whose job ended with this status. */
async function creatorWithJob(prompt: string, status: string) {
  const { api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  await creator.buyPack('starter');
  const id = await creator.generate(prompt);
  await expect.poll(async () => (await creator.getRequest(id)).status).toBe(status);
  return { id, user: creator.session!.user };
}

test('an operator emails the users whose jobs failed in an incident, and nobody else', async ({ page }) => {
  const { admin, adminEmail, adminPassword, mailbox } = stack();
  const affected = await creatorWithJob('A river [fail:technical]', 'failed');
  const served = await creatorWithJob('A river', 'completed');

  await enterPassword(page, adminEmail, adminPassword);
  const { secret } = await setUpApp(page);
  await unfoldMore(page);
  await page.getByRole('link', { name: 'Emails', exact: true }).click();
  await page.getByRole('link', { name: 'Incident emails' }).click();
  await page.getByRole('link', { name: 'Email affected users' }).first().click();
  await page.getByLabel(/^Created from/).fill(inMinutes(-30));
  await page.getByLabel(/^Created before/).fill(inMinutes(30));
  await page.getByLabel('Outcome').selectOption('failed');
  await page.getByRole('checkbox', { name: 'replicate' }).check();
  await page.getByRole('button', { name: 'Preview recipients' }).click();
  const recipients = page.getByRole('region', { name: 'Recipients' });
  await expect(recipients).toContainText('18, of which 18 returned');
  await expect(recipients).toContainText('First in the list');
  await expectNoAxeViolations(page, 'new incident mails');

  await page.getByLabel('Subject').fill(SUBJECT);
  await page.getByLabel('Text').fill('We are sorry: {jobs} job failed. Its {credits} credits were returned.');
  await page.getByRole('button', { name: 'Email 1 recipient…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Email 1 recipient?' });
  await confirmation.getByLabel('Reason').fill('The outage of this morning');
  await ageSecondFactors();
  await confirmation.getByRole('button', { name: 'Email 1 recipient' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await expect(stepUp).toBeVisible();
  expect(await mailsTo(mailbox, affected.user.email)).not.toContainEqual(expect.objectContaining({ subject: SUBJECT }));
  await stepUp.getByLabel('Code from your authenticator app').fill(await generate({ secret }));
  await stepUp.getByRole('button', { name: 'Confirm' }).click();

  await expect(page.getByRole('heading', { level: 1, name: SUBJECT })).toBeVisible();
  await expect(page.getByText('1 sent', { exact: true })).toBeVisible();
  const mail = (await mailsTo(mailbox, affected.user.email)).filter(({ subject }) => subject === SUBJECT);
  expect(mail).toHaveLength(1);
  expect(mail[0]?.text).toContain('We are sorry: 1 job failed. Its 18 credits were returned.');
  expect(await mailsTo(mailbox, served.user.email)).not.toContainEqual(expect.objectContaining({ subject: SUBJECT }));
  await expectNoAxeViolations(page, 'incident mails');

  await page.goto(`${admin}/mails?kind=incident`);
  await expect(page.getByRole('row').filter({ hasText: affected.user.email })).toContainText('Sent');
  await page.goto(`${admin}/audit-log?user=${affected.user.id}`);
  const entry = page.getByRole('row').filter({ hasText: 'Users emailed about an incident' });
  await expect(entry).toContainText(adminEmail);
  await expect(entry).toContainText('reason: The outage of this morning');
  await entry.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: SUBJECT })).toBeVisible();
});
