import { newCreator } from '@luit/smoke/smoke-test';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { refuseWebhook } from './operator-fixtures';
import { dispute } from './sandbox';
import { expect, test } from './test';

isolatedStack();

test('an operator follows a payment from the order to its webhook, a refused webhook and a dispute', async ({
  page,
}) => {
  const { admin, api, sandbox, mailbox } = stack();
  const creator = await newCreator({ api, sandbox, mailbox });
  const { transactionId } = await creator.buyPack('starter');
  const jobId = await creator.generate('A boat on the river at dawn');
  await refuseWebhook('evt_forged');

  await signInAsOperator(page);
  await page.goto(`${admin}/transactions/${transactionId}`);
  await page.getByRole('region', { name: 'Payment', exact: true }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order: Starter Pack' })).toBeVisible();
  const paymentId =
    (await page
      .getByText(/^pay_\w+$/)
      .first()
      .textContent()) ?? '';
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Money')).toContainText('Kept, before Razorpay’s fee₹99.00');
  await expect(section('Credits')).toContainText('Granted100');
  await expect(section('Credits')).toContainText('Unspent82');
  await expect(section('Statement').getByRole('link', { name: jobId }).first()).toBeVisible();
  await expect(section('What Luit cannot show')).toContainText('does not read Razorpay’s settlements');
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, overflow]).toEqual([width, 0]);
  }
  await expectNoAxeViolations(page, 'order');

  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(section('Statement').getByText('payment.captured', { exact: false }).first()).toBeVisible({
      timeout: 10_000,
    });
  }).toPass();
  await page.goto(`${admin}/webhooks?q=${paymentId}`);
  await page.getByRole('link', { name: 'payment.captured' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook: payment.captured' })).toBeVisible();
  await expect(page.getByLabel('Body as JSON')).toContainText('"email": "[masked]"');
  await expect(page.getByRole('button', { name: 'Replay' })).toHaveCount(0);
  await expectNoAxeViolations(page, 'webhook');

  await page.goto(`${admin}/webhooks`);
  await page.getByLabel('Outcome').selectOption('refused');
  const refused = page.getByRole('row').filter({ hasText: 'evt_forged' });
  await expect(refused).toContainText('The signature is wrong');
  await expectNoAxeViolations(page, 'webhooks');

  await dispute(paymentId);
  await page.getByRole('navigation').getByRole('link', { name: 'Disputes' }).click();
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('row').filter({ hasText: '₹99.00' })).toContainText('18 owed', { timeout: 10_000 });
  }).toPass();
  await expectNoAxeViolations(page, 'disputes');
  await page.getByRole('link', { name: 'Starter Pack' }).click();
  await expect(section('Money')).toContainText('Withheld by open disputes-₹99.00');
});
