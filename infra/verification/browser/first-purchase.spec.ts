import { linkToken } from '@luit/smoke/mailbox';
import { probeVideo } from '@luit/smoke/video-probe';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { submitSignUp } from './account-steps';
import { newAccount, signUp, stack } from './creator';
import {
  balance,
  buyStarterPack,
  checkoutIn,
  makeAnother,
  makeVideo,
  payInCheckout,
  videoReady,
  recordMessages,
} from './steps';
import { expect, test } from './test';

/** Counts the clicks of a person in the page and its frames. */
async function countClicks(page: Page): Promise<{ since: () => number }> {
  let count = 0;
  let counted = 0;
  await page.exposeFunction('recordPress', () => (count += 1));
  await page.addInitScript(() => {
    const record = () => (window as unknown as { recordPress: () => void }).recordPress();
    document.addEventListener('pointerdown', record, { capture: true });
  });
  const since = () => {
    const clicks = count - counted;
    counted = count;
    return clicks;
  };
  return { since };
}

test('a visitor signs up, buys credits, makes and downloads a video, and gets the credits of a failed one back @journey', async ({
  page,
}) => {
  const { messages, progress } = await recordMessages(page);
  const clicks = await countClicks(page);
  const { web, mailbox } = stack();
  const account = newAccount();
  await test.step('sign up with a prompt', async () => {
    await page.goto(web);
    await page.getByLabel('What do you want to see?').click();
    await page.keyboard.type('A country boat crosses the river at dawn');
    await page.getByRole('button', { name: 'Make a video' }).click();
    await page.getByLabel('Full name').click();
    await submitSignUp(page, account);
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await page.goto(`${web}/auth/confirm?token=${await linkToken(mailbox, account.email, '/auth/confirm')}`);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page).toHaveURL(`${web}/image-to-video`);
  });

  await test.step('buy the Starter Pack beside the prompt', async () => {
    await page.getByRole('button', { name: 'Buy Starter Pack for ₹99' }).click();
    await payInCheckout(page);
    await expect.poll(() => messages).toContainEqual(expect.stringMatching(/^Payment successful! Order ID: /));
  });

  let requestId = '';
  await test.step('make a video and get notified', async () => {
    await page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
    // The link in the mail was one more.
    expect(clicks.since() + 1).toBeLessThanOrEqual(9);
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 82 credits');
    await videoReady(page);
    expect(await progress()).toEqual(expect.arrayContaining([10, 25, 50, 100]));
    await expect.poll(() => messages).toContain('Your video is ready!');
    requestId = new URL(page.url()).searchParams.get('request') ?? '';
  });

  await test.step('play and download it', async () => {
    const seconds = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return video.duration;
    });
    expect(seconds).toBeCloseTo(5, 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`ai-video-${requestId}.mp4`);
    const metadata = await probeVideo(await readFile(await download.path()));
    expect(metadata).toMatchObject({ codec: 'h264', height: 480 });
    expect(metadata.seconds).toBeCloseTo(5, 0);
  });

  await test.step('extend it with three clicks', async () => {
    const extended = page.waitForRequest((request) => request.url().endsWith('/api/generate'));
    clicks.since();
    await makeAnother(page, /^Extend/);
    await page.getByRole('button', { name: /^Generate video/ }).click();
    expect(clicks.since()).toBeLessThanOrEqual(3);
    expect((await extended).postDataJSON()).toMatchObject({ extendOf: requestId });
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 64 credits');
    await videoReady(page);
    await expect(page).not.toHaveURL(new RegExp(requestId));
  });

  await test.step('see the usage row', async () => {
    await page.goto(`${stack().web}/vault`);
    await expect(
      page
        .getByRole('list', { name: 'Transactions' })
        .getByRole('listitem')
        .filter({ hasText: /[-−]18 credits/ }),
    ).toHaveCount(2);
  });

  await test.step('get the credits of a failed video back', async () => {
    messages.length = 0;
    await page.goto(`${stack().web}/image-to-video`);
    clicks.since();
    await page.getByLabel('Video prompt').click();
    await page.keyboard.type('Rain on tin roofs [fail:technical]');
    await page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' }).click();
    expect(clicks.since()).toBeLessThanOrEqual(2);
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 46 credits');
    await expect.poll(() => messages).toContain('Video generation failed. Please try again.');
    await expect(page.getByLabel('Video prompt')).toBeVisible();
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 64 credits');
    await page.goto(`${stack().web}/vault`);
    await expect(
      page
        .getByRole('list', { name: 'Transactions' })
        .getByRole('listitem')
        .filter({ hasText: /\+18 credits/ }),
    ).toBeVisible();
  });

  await test.step('find both in the library and delete the failed one [G-45]', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
    const made = page.getByRole('listitem').filter({ hasText: 'A country boat crosses the river at dawn' }).last();
    const failed = page.getByRole('listitem').filter({ hasText: 'Rain on tin roofs' });
    await expect(made).not.toContainText('Failed');
    await expect(failed).toContainText('Failed');
    await expect(failed).toContainText('18 credits returned');
    await failed.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(failed).toHaveCount(0);
    await page.reload();
    await expect(made).toBeVisible();
    await expect(failed).toHaveCount(0);
    await made.getByRole('link', { name: /^Open/ }).click();
    await videoReady(page);
  });
});

test('a live event reports the completion without a poll', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);

  await page.route('**/api/requests/*', (route) => route.abort());
  await makeVideo(page, 'Lamps on the water');
  await videoReady(page);
  await expect.poll(() => messages).toContain('Your video is ready!');
});

test('a payment with a lost callback still grants its credits @journey', async ({ page }) => {
  await recordMessages(page);
  await signUp(page, newAccount());
  await page.goto(`${stack().web}/pricing`);
  await page.getByRole('button', { name: 'Buy Starter Pack' }).click();
  await checkoutIn(page).getByRole('button', { name: 'Pay but lose the callback' }).click();
  await expect(balance(page)).toHaveAccessibleName('Credit balance: 100 credits');
});
