import { newAccount, stack } from './creator';
import { signInAsOperator } from './operator';
import { isolatedStack } from './isolated-stack';
import { control } from './sandbox';
import { expectLoaded, inHindi, payForVideo } from './steps';
import { takeScreenshots } from './take-screenshots';
import { expect, test } from './test';

isolatedStack();

test('an order whose refund Razorpay rejects', async ({ page, browser }) => {
  await control('faults', { target: 'razorpay', kind: 'low_balance', for_seconds: 600 });
  await page.goto(`${stack().web}/pay-once`);
  await page.getByLabel('Video prompt').fill('Fog over the ferry [fail:technical]');
  await page.getByRole('button', { name: 'Review order' }).click();
  await page.getByLabel('Email for the video link').fill(newAccount().email);
  await page.getByRole('button', { name: 'Pay ₹18' }).click();
  await payForVideo(page);
  await expect(page.getByText('Your refund of ₹18 is delayed.')).toBeVisible({ timeout: 60_000 });
  await takeScreenshots(page, 'order-owed');
  const address = page.url();
  await inHindi(page);
  await page.goto(address);
  await takeScreenshots(page, 'hi-order-owed');
  const operator = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInAsOperator(operator);
  await operator.getByRole('link', { name: 'Transactions', exact: true }).click();
  await operator.getByRole('row').filter({ hasText: 'Not paid' }).getByRole('link').first().click();
  await expectLoaded(operator);
  await takeScreenshots(operator, 'admin-order-owed');
});
