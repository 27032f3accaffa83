import { mailsTo } from '@luit/smoke/mailbox';
import type { Page } from '@playwright/test';
import { newAccount, stack } from './creator';
import { payForVideo } from './steps';
import { expect, test } from './test';

/** Returns Razorpay's payment id. */
async function payOnce(page: Page, prompt: string, email?: string): Promise<string> {
  await page.goto(stack().web);
  await page.getByRole('link', { name: 'Pay once for this video' }).click();
  await page.getByLabel('Video prompt').fill(prompt);
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByText('Sample of this length and quality.')).toBeVisible();
  if (email) await page.getByLabel('Email for the video link').fill(email);
  await page.getByRole('button', { name: 'Pay ₹18' }).click();
  const verification = page.waitForRequest((request) => request.postData()?.includes('razorpay_payment_id') === true);
  await payForVideo(page);
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  const { razorpay_payment_id: paymentId } = (await verification).postDataJSON() as { razorpay_payment_id: string };
  return paymentId;
}

/** The number of refund requests that Razorpay received for the payment. */
async function refundsOf(paymentId: string): Promise<number> {
  const response = await fetch(`${stack().sandbox}/control/log?target=razorpay`);
  const { entries } = (await response.json()) as { entries: { method: string; path: string }[] };
  return entries.filter(({ method, path }) => method === 'POST' && path.endsWith(`/${paymentId}/refund`)).length;
}

test('a guest buys one video, watches it in two tabs and downloads it [G-12, PAY-15] @journey', async ({
  page,
  context,
}) => {
  await payOnce(page, 'A country boat crosses the river at dawn');
  await expect(page.getByRole('progressbar')).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
  const requestId = page.url().split('/').at(-1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`ai-video-${requestId}.mp4`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();
});

test('a guest gets the receipt by mail and on the order page [G-59, G-65]', async ({ page }) => {
  const { email } = newAccount();
  const paymentId = await payOnce(page, 'Boats at the ferry landing', email);
  const payment = page.getByRole('region', { name: 'Payment' });
  await expect(payment).toContainText('You paid ₹18 on');
  const orderId = /order_\w+/.exec(await payment.innerText())![0];
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    payment.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^REC-\d{4}-\d{6}\.pdf$/);
  const receipt = async () =>
    (await mailsTo(stack().mailbox, email)).find(({ subject }) => subject === 'Your receipt for ₹18.00')?.text;
  await expect.poll(receipt).toContain(`Order ID: ${orderId}. Payment ID: ${paymentId}.`);
});

test('a guest who orders on a page in Hindi gets the link, the receipt and the refund by mail in Hindi', async ({
  page,
}) => {
  const { email } = newAccount();
  await page.goto(`${stack().web}/pay-once?lang=hi`);
  await page.getByLabel('वीडियो का प्रॉम्प्ट').fill('Fog over the ferry [fail:technical]');
  await page.getByRole('button', { name: 'ऑर्डर देखें' }).click();
  await page.getByLabel('वीडियो लिंक के लिए ईमेल').fill(email);
  await page.getByRole('button', { name: '₹18 चुकाएँ' }).click();
  await payForVideo(page);
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  const subjects = async () => (await mailsTo(stack().mailbox, email)).map(({ subject }) => subject).sort();
  await expect
    .poll(subjects)
    .toEqual(['Luit पर आपका ऑर्डर', 'आपका ₹18.00 का रिफ़ंड भेजा जा रहा है', '₹18.00 की आपकी रसीद'].sort());
});

test('on a phone, a reload keeps the order, and its review begins at the top with a visible sample', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(`${stack().web}/pay-once`);
  await page.getByLabel('Video prompt').fill('A heron lands on the sandbar');
  await page.getByLabel(/^HD Video, 5 seconds/).check({ force: true });
  await page.reload();
  await expect(page.getByLabel('Video prompt')).toHaveValue('A heron lands on the sandbar');
  await expect(page.getByLabel(/^HD Video, 5 seconds/)).toBeChecked();
  await page.getByRole('button', { name: 'Review order' }).click();
  const heading = page.getByRole('heading', { name: 'Review your order' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const poster = await page.getByLabel(/^Sample of this/).getAttribute('poster');
  expect((await page.request.get(`${stack().web}${poster}`)).headers()['content-type']).toBe('image/webp');
  await page.getByRole('button', { name: 'Edit order' }).click();
  await expect(page.getByRole('heading', { name: 'Pay once for this video' })).toBeFocused();
});

test('a failed video shows its refund, which is requested once [G-12]', async ({ page }) => {
  const paymentId = await payOnce(page, 'Rain on tin roofs [fail:technical]');
  await expect(page.getByText(/Your refund of ₹18 is on its way/)).toBeVisible();
  // The page shows the refund once it is certain, possibly before the request to Razorpay.
  await expect.poll(() => refundsOf(paymentId)).toBe(1);
});

test('a guest cancels an order and the payment is refunded once [G-12] @journey', async ({ page }) => {
  const paymentId = await payOnce(page, 'A slow tide over the sandbar [slow:60]');
  await page.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(page.getByRole('heading', { name: 'Video canceled' })).toBeVisible();
  await expect(page.getByText(/Your refund of ₹18 is on its way/)).toBeVisible();
  // The page shows the refund once it is certain, possibly before the request to Razorpay.
  await expect.poll(() => refundsOf(paymentId)).toBe(1);
});

test('an unknown order shows no access instead of waiting', async ({ page }) => {
  await page.goto(`${stack().web}/order/01a1fd85-fe9c-7e7a-b13e-aa521e004a95`);
  await expect(page.getByRole('heading', { name: 'You can’t open this order here' })).toBeVisible();
});
