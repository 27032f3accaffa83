import type { RequestView } from '@luit/contracts/http/requests';
import type { Page, Request } from '@playwright/test';
import { open, press } from './account-steps';
import { newAccount, signUp } from './creator';
import {
  makeAnother,
  buyStarterPack,
  changePlans,
  control,
  makeVideo,
  openFromMore,
  PLANS,
  untilReady,
  videoReady,
  recordMessages,
} from './steps';
import { expect, test } from './test';

const PROMPT = 'Fireflies over the paddy';
/** Longer than three poll intervals. */
const POLL_WAIT_MS = 10_000;

const prompt = (page: Page) => page.getByLabel('Video prompt');
const bar = (page: Page) => page.getByRole('main').getByRole('progressbar');
const orderNumber = (page: Page, number: string) =>
  expect(page.getByText('Request ID:').getByText(number)).toBeVisible();

/** Collects the polls of one request as the page sends them. */
function pollsOf(page: Page, id: string): Request[] {
  const polls: Request[] = [];
  page.on('request', (request) => {
    if (isPollOf(id, request)) polls.push(request);
  });
  return polls;
}

function isPollOf(id: string, message: Pick<Request, 'url'>): boolean {
  return new URL(message.url()).pathname === `/api/requests/${id}`;
}

test('missing plans, a missing choice and a missing prompt are reported [GEN-02, GEN-03, GEN-06]', async ({ page }) => {
  await signUp(page, newAccount());
  await page.route(PLANS, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'down' } }));
  await open(page, '/image-to-video');
  await expect(page.getByText('Unable to load video plans. Please refresh the page.')).toBeVisible();
  await expect(prompt(page)).toHaveCount(0);

  await page.unroute(PLANS);
  // Without a popular plan and the models, which have defaults of their own, no length is preselected.
  await page.route('**/api/models', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
  await changePlans(page, (plans) => plans.map((plan) => ({ ...plan, popular: false })));
  await press(page, 'Refresh');
  await prompt(page).fill(PROMPT);
  await expect(page.getByRole('button', { name: 'Generate video', exact: true })).toBeDisabled();
  await prompt(page).press('Control+Enter');
  const plans = page.getByRole('dialog', { name: 'Duration and quality' });
  await expect(plans.getByRole('alert')).toHaveText('Please select a video duration plan');

  await plans.getByRole('radio', { name: /^Standard Video/ }).press('Space');
  await page.keyboard.press('Escape');
  await prompt(page).fill(' ');
  await prompt(page).press('Control+Enter');
  await expect(prompt(page)).toHaveAccessibleDescription(/^Please enter a video prompt/);
  await prompt(page).fill('');
  await expect(page.getByRole('button', { name: 'Generate video (5 s, 18 credits)' })).toBeDisabled();
});

test('an order has no number until the server accepts it, then shows its progress steps [GEN-07, GEN-08, GEN-09, GEN-19]', async ({
  page,
}) => {
  const { messages, progress } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  let accept = () => {};
  const held = new Promise<void>((resolve) => (accept = resolve));
  await page.route('**/api/generate', async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/generate');
  await makeVideo(page, PROMPT);
  await expect(page.getByRole('heading', { name: 'Sending your request…' })).toBeVisible();
  await expect(page.getByText(/Request ID|credits held|You can close this page/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Sending your request…' }).getByText(PROMPT)).toBeVisible();
  await expect(bar(page)).toHaveAttribute('aria-valuenow', '10');
  accept();

  const answer = await answered;
  const input = answer.request().postDataJSON() as { userId: string };
  expect(input).toMatchObject({ prompt: PROMPT, duration: 5 });
  expect(input.userId).toMatch(/^[0-9a-f-]{36}$/);
  const { request_id: id } = (await answer.json()) as { request_id: string };
  await orderNumber(page, id);
  await expect(page.getByText('18 credits held')).toBeVisible();
  await untilReady(page, messages);
  expect((await progress()).filter((percent) => [10, 25, 50, 100].includes(percent))).toEqual([10, 25, 50, 100]);

  // A failure removes the progress bar and returns to the form.
  await makeVideo(page, `${PROMPT} [fail:technical]`);
  await expect.poll(() => messages).toContain('Video generation failed. Please try again.');
  await expect(bar(page)).toHaveCount(0);
  await expect(prompt(page)).toHaveValue(`${PROMPT} [fail:technical]`);
});

test('polling stops on completion and navigation, and the next generation starts empty [GEN-11, GEN-15, GEN-18, GEN-20]', async ({
  page,
}) => {
  await page.clock.install();
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  const expectNoMorePolls = async (polls: Request[]) => {
    const before = polls.length;
    await page.clock.runFor(POLL_WAIT_MS);
    expect(polls).toHaveLength(before);
  };

  await makeVideo(page, `${PROMPT} [slow:40]`);
  await expect(page).toHaveURL(/request=/);
  const { href, searchParams } = new URL(page.url());
  const id = searchParams.get('request') ?? '';
  const polls = pollsOf(page, id);
  await expect(bar(page)).toBeVisible();
  await page.clock.runFor(POLL_WAIT_MS);
  await expect.poll(() => polls.length).toBeGreaterThan(0);
  await openFromMore(page, 'Pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay as you go');
  await expectNoMorePolls(polls);

  const completed = new Promise<number>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes(id) && String(payload).includes('"completed"')) resolve(Date.now());
      }),
    ),
  );
  // The page announces only states that it has seen running; the bar alone appears before the page knows the request.
  const seen = page.waitForResponse((response) => isPollOf(id, response));
  await page.goto(href);
  await expect(bar(page)).toBeVisible();
  expect(((await (await seen).json()) as { request: RequestView }).request.status).toBe('processing');
  await expect.poll(() => messages, { intervals: [20], timeout: 60_000 }).toContain('Your video is ready!');
  expect(Date.now() - (await completed)).toBeGreaterThan(900);
  await videoReady(page);
  expect(messages).toEqual(['Your video is ready!']);
  await expectNoMorePolls(polls);

  // The list of requests can show the video before the poll of this request is answered.
  const answered = page.waitForResponse((response) => isPollOf(id, response));
  await page.reload();
  await videoReady(page);
  const { request } = (await (await answered).json()) as { request: RequestView };
  await expectNoMorePolls(polls);
  expect(request).toMatchObject({ request_id: id, status: 'completed', image_url: null });
  expect(request.videoUrl).toMatch(/^\/api\/files\//);

  await makeAnother(page, 'Edit the prompt');
  await expect(prompt(page)).toHaveValue(`${PROMPT} [slow:40]`);
  await videoReady(page);
  await makeAnother(page, 'New video');
  await expect(prompt(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/image-to-video$/);
  await expect(control(page, 'Duration and quality')).toHaveAccessibleName('Duration and quality: 5 s · 480p');
  await page.goBack();
  await videoReady(page);
  await expectNoMorePolls(polls);
});
