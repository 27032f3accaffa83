import { newCreator } from '@luit/smoke/smoke-test';
import { linkToken } from '@luit/smoke/mailbox';
import { randomUUID } from 'node:crypto';
import { press, submitSignUp } from './account-steps';
import { newAccount, stack } from './creator';
import { signInAsOperator } from './operator';
import { expect, test } from './test';

const PROMPT = 'Lamps float on the river at night, seen from a boat';

test('an operator shows a video as an example, a visitor starts from it, and its owner can delete it', async ({
  browser,
  page,
}) => {
  const { api, sandbox, mailbox, admin, web } = stack();
  const owner = await newCreator({ api, sandbox, mailbox });
  await owner.buyPack('starter');
  const order = { prompt: PROMPT, duration: 5, planId: '5s-720p', aspectRatio: '1:1', style: 'watercolor' };
  const { request_id: id } = await owner.post<{ request_id: string }>('/api/generate', order, {
    'idempotency-key': randomUUID(),
  });
  await expect.poll(async () => (await owner.getRequest(id)).status).toBe('completed');

  await signInAsOperator(page);
  await page.goto(`${admin}/jobs/${id}`);
  await press(page, 'Feature');
  const dialog = page.getByRole('dialog', { name: 'Feature this video?' });
  await dialog.getByLabel('Title').fill('Lamps at night');
  await dialog.getByLabel(/^The owner agreed/).check();
  await dialog.getByRole('button', { name: 'Feature' }).click();
  await expect(page.getByRole('button', { name: 'Remove from gallery: Lamps at night' })).toBeVisible();
  await page.goto(`${admin}/examples`);
  await expect(page.getByRole('listitem', { name: 'Lamps at night' })).toContainText(PROMPT);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(web);
  const gallery = visitor.getByRole('region', { name: 'Ideas to start from' });
  const card = gallery.getByRole('listitem').filter({ hasText: 'Lamps at night' });
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await card.getByRole('button', { name: 'Use this prompt: Lamps at night' }).click();
  await expect(visitor).toHaveURL(`${web}/auth?mode=signup`);
  const account = newAccount();
  await submitSignUp(visitor, account);
  await expect(visitor.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await visitor.goto(`${web}/auth/confirm?token=${await linkToken(mailbox, account.email, '/auth/confirm')}`);
  await press(visitor, 'Confirm email');
  await expect(visitor).toHaveURL(`${web}/image-to-video`);
  await expect(visitor.getByLabel('Video prompt')).toHaveValue(PROMPT);
  for (const chosen of ['Duration and quality: 5 s · 720p', 'Aspect ratio: Square, 1:1', 'Style: Watercolor'])
    await expect(visitor.getByRole('button', { name: chosen })).toBeVisible();

  const headers = { authorization: `Bearer ${owner.session?.access_token}` };
  await expect(await page.request.delete(`${api}/api/requests/${id}`, { headers })).toBeOK();
  await visitor.goto(web);
  await expect(gallery.getByText('Kite festival')).toBeVisible();
  await expect(card).toHaveCount(0);
});
