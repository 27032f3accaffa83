import { open } from './account-steps';
import { expectNoAxeViolations } from './axe';
import { newAccount, signUp, stack } from './creator';
import { received, usePushService } from './push-service';
import { buyStarterPack, makeVideo } from './steps';
import { expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

test('after the first success a device turns notifications on, and learns of the next video while Luit is closed', async ({
  page,
}) => {
  const subscriptions = await usePushService(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, 'A boat at dawn');
  const offer = page.getByRole('region', { name: 'Know when the next one is ready' });
  await expect(offer).toBeVisible();
  await expectNoAxeViolations(page);
  await offer.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(offer).toBeHidden();
  expect(subscriptions).toHaveLength(1);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL))
    .toBe(`${stack().web}/service-worker.js`);

  await makeVideo(page, 'A ferry at dusk [slow:6]');
  await expect(page.getByRole('heading', { name: 'Generating your video' })).toBeVisible();
  // Away from Luit, no client acknowledges the outcome.
  await page.goto('about:blank');
  const subscription = subscriptions[0]!;
  await expect.poll(() => received(subscription)).toHaveLength(1);
  const [message] = await received(subscription);
  expect(message).toMatchObject({ title: 'Your video is ready', body: 'Open Luit to see it.' });
  expect(JSON.stringify(message)).not.toContain('ferry');
  await page.goto(`${stack().web}${message?.path}`);
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible();

  await open(page, '/settings/notifications');
  const card = page.getByRole('main');
  await expect(card.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  await expectNoAxeViolations(page);
});
