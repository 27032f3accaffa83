import { open } from './account-steps';
import { clientOf, newAccount, signUp } from './creator';
import { makeAnother, buyStarterPack, choose, makeVideo, untilReady, recordMessages } from './steps';
import { expect, test } from './test';

const PROMPT = 'Fireflies over the paddy';

test('two jobs run at once, the keyboard reaches both, and a finished video is repeated with its seed [G-63, G-64]', async ({
  page,
}) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, `${PROMPT} [slow:30]`);
  await expect(page).toHaveURL(/request=/);
  const firstUrl = page.url();

  const prompt = page.getByLabel('Video prompt');
  await prompt.fill(PROMPT);
  await choose(page, 'Aspect ratio', /^Portrait/);
  await prompt.press('Control+Enter');
  await expect(page).not.toHaveURL(firstUrl);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('link', { name: /In progress · \d+%$/ })).toHaveCount(2);
  await untilReady(page, messages);
  const secondId = new URL(page.url()).searchParams.get('request') ?? '';

  await history.getByRole('listitem').first().getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(firstUrl);
  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await menu.getByRole('combobox').fill('fireflies ready');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(secondId));

  const repeated = page.waitForResponse('**/api/generate');
  await makeAnother(page, /^Same again · 18 credits/);
  const answer = await repeated;
  const { request_id: thirdId } = (await answer.json()) as { request_id: string };
  const client = await clientOf(page);
  const { options } = await client.getRequest(secondId);
  expect(options?.aspectRatio).toBe('9:16');
  expect(typeof options?.seed).toBe('number');
  expect((await client.getRequest(thirdId)).options).toEqual(options);
  await open(page, '/dashboard');
  await expect(page.getByRole('region', { name: 'Continue' }).getByRole('link')).not.toHaveCount(0);
});
