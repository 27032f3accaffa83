import { probeVideo } from '@luit/smoke/video-probe';
import { readFile } from 'node:fs/promises';
import { newAccount, signIn, signUp, signUpByForm, stack } from './creator';
import { balance, buyStarterPack, checkoutIn, makeVideo, payForStarterPack, videoReady, recordMessages } from './steps';
import { expect, test } from './test';

test('a new user signs up, buys credits, makes and downloads a video, and gets the credits of a failed one back @journey', async ({
  page,
}) => {
  const { messages, progress } = await recordMessages(page);
  const account = newAccount();
  await signUpByForm(page, account);
  await page.context().clearCookies();
  await signIn(page, account);

  await test.step('buy the Starter Pack', async () => {
    await payForStarterPack(page);
    await expect.poll(() => messages).toContainEqual(expect.stringMatching(/^Payment successful! Order ID: /));
  });

  let requestId = '';
  await test.step('make a video and get notified', async () => {
    await makeVideo(page, 'A country boat crosses the river at dawn');
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

  await test.step('see the usage row', async () => {
    await page.goto(`${stack().web}/vault`);
    await expect(
      page
        .getByRole('list', { name: 'Transactions' })
        .getByRole('listitem')
        .filter({ hasText: /[-−]18 credits/ }),
    ).toBeVisible();
  });

  await test.step('get the credits of a failed video back', async () => {
    messages.length = 0;
    await makeVideo(page, 'Rain on tin roofs [fail:technical]');
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 64 credits');
    await expect.poll(() => messages).toContain('Video generation failed. Please try again.');
    await expect(page.getByLabel('Video prompt')).toBeVisible();
    await expect(balance(page)).toHaveAccessibleName('Credit balance: 82 credits');
    await page.goto(`${stack().web}/vault`);
    await expect(
      page
        .getByRole('list', { name: 'Transactions' })
        .getByRole('listitem')
        .filter({ hasText: /\+18 credits/ }),
    ).toBeVisible();
  });

  await test.step('find both in the library and delete the failed one [G-45]', async () => {
    await page.getByRole('button', { name: /^User menu for/ }).click();
    await page.getByRole('link', { name: 'Library' }).click();
    const made = page.getByRole('listitem').filter({ hasText: 'A country boat crosses the river at dawn' });
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
