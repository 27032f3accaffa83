import { expect, type Page, test } from '@playwright/test';
import type { LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { probeVideo } from '@luit/smoke/video-probe';
import { clientOf, newAccount, signUp, stack } from './creator';
import { query } from './database';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { buyStarterPack, choose, openControl } from './steps';

isolatedStack();

const OLD = 'stableVideo';
const NEW = 'seedance-2.0';
const RUPEES_PER_DOLLAR = 90;
const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const PROMPT = 'A heron lifts off a sandbar at dawn';

test('operators replace a model whose vendor ends it, and creators and programs move to its successor', async ({
  page,
  browser,
}) => {
  const creator = await browser.newPage();
  await signUp(creator, newAccount());
  await buyStarterPack(creator);
  const client = await clientOf(creator);
  const earlier = await makeOldVideo(client);

  await signInAsOperator(page);
  await importSuccessor(page);
  await tryIt(page);
  await saveAndPublish(page);

  const headers = await programOf(client);
  const published = await models(headers);
  expect(published.find(({ id }) => id === NEW)?.luit).toMatchObject({
    price: { perSecond: { '480p': 2_000, '720p': 3_000, '1080p': 5_000 }, sound: 1_500 },
  });
  const tools = await post(headers, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(await tools.text()).toContain(NEW);

  const made = await makeRichVideo(creator);
  const { bytes } = await client.download(made);
  expect(await probeVideo(bytes)).toMatchObject({ codec: 'h264', width: 1920, height: 1080, seconds: 8 });

  await page.goto(`${stack().admin}/models`);
  await expect(listed(page)).toContainText('100%');
  await addDollarRate(page);
  await findMargin(page, made);

  await deprecate(page);
  const quoted = await post(headers, '/v1/quotes', { model: OLD });
  expect(quoted.status).toBe(200);
  expect(quoted.headers.get('deprecation')).toMatch(/^@\d+$/);
  expect(quoted.headers.get('link')).toContain(NEW);
  await creator.goto(`${stack().web}/image-to-video`);
  const offered = await openControl(creator, 'Model');
  await expect(offered.getByText(/use Seedance 2.0 instead/)).toBeVisible();

  await letTheDatePass();
  const refused = await post(headers, '/v1/quotes', { model: OLD });
  expect(refused.status).toBe(410);
  expect(await refused.json()).toMatchObject({ error: { code: 'model_retired' } });
  await creator.goto(`${stack().web}/image-to-video?request=${earlier}`);
  await creator.getByRole('button', { name: 'Make another' }).click();
  await expect(
    creator.getByText('Stable Video is no longer offered, so new videos are made with Seedance 2.0.'),
  ).toBeVisible();
});

/** Makes a video with the model that will end, and returns its id. */
async function makeOldVideo(client: LuitClient): Promise<string> {
  const body = { prompt: PROMPT, duration: 5, planId: '5s-480p', model: OLD };
  const { request_id: id } = await client.post<{ request_id: string }>('/api/generate', body, {
    'idempotency-key': OLD,
  });
  await untilCompleted(client, id);
  return id;
}

const untilCompleted = (client: LuitClient, id: string) =>
  until('the video', async () => ((await client.getRequest(id)).status === 'completed' ? true : undefined));

/** Imports what the vendor publishes, and adds what it does not say. */
async function importSuccessor(page: Page): Promise<void> {
  await page.goto(`${stack().admin}/models`);
  await page.getByRole('link', { name: 'New model' }).click();
  await page.getByLabel('Model', { exact: true }).fill('bytedance/seedance-2.0');
  await page.getByRole('button', { name: 'Read its input' }).click();
  await expect(page.getByText(/^The form below has what the vendor publishes/)).toBeVisible();
  await page.getByLabel('Description in English').fill('Videos with sound.');
  await page.getByLabel('Description in Hindi').fill('आवाज़ के साथ वीडियो।');
  await tab(page, 'Takes');
  await page.getByRole('textbox', { name: 'From' }).fill('4');
  await tab(page, 'Price');
  for (const [resolution, credits] of Object.entries({ '480p': '2', '720p': '3', '1080p': '5' })) {
    await page.getByLabel(resolution, { exact: true }).fill(credits);
  }
  await page.getByLabel('With sound, times').fill('1.5');
  await tab(page, 'Routes');
  await page.getByLabel('Currency').fill('USD');
  for (const [resolution, dollars] of Object.entries({ '480p': '0.02', '720p': '0.03', '1080p': '0.05' })) {
    await page.getByLabel(resolution, { exact: true }).fill(dollars);
  }
}

/** The new model in the list of models. */
const listed = (page: Page) =>
  page.getByRole('navigation', { name: 'Models' }).getByRole('listitem').filter({ hasText: NEW });

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function tryIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try it' });
  await dialog.getByRole('button', { name: 'Run on replicate' }).click();
  await expect(dialog.getByText('It succeeded.')).toBeVisible();
  await expect(dialog.getByText(/"generate_audio": true/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

async function saveAndPublish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft …' }).click();
  await confirm(page, 'Save draft');
  await expect(page.getByRole('heading', { level: 2, name: 'Seedance 2.0' })).toBeVisible();
  await page.getByLabel('State').selectOption('live');
  await publish(page);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish …' }).click();
  await confirm(page, 'Publish');
  await expect(page.getByText(/is in force$/)).toBeVisible();
}

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The vendor ends Stable Video');
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toHaveCount(0);
}

/** The headers of a program that acts for the creator. */
async function programOf(client: LuitClient): Promise<Record<string, string>> {
  const input = { name: 'Agent', mode: 'live', scopes: ['videos:write', 'videos:read', 'billing:read'] };
  const { key } = await client.post<{ key: string }>('/api/keys', input);
  return { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' };
}

async function models(headers: Record<string, string>) {
  const response = await fetch(`${stack().api}/v1/models`, { headers });
  return ((await response.json()) as { data: { id: string; luit: object }[] }).data;
}

const post = (headers: Record<string, string>, path: string, body: object) =>
  fetch(stack().api + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Makes a video of 8 s at 1080p with sound in the studio, and returns its id. */
async function makeRichVideo(page: Page): Promise<string> {
  await page.goto(`${stack().web}/image-to-video`);
  await page.getByRole('textbox', { name: 'Video prompt' }).fill(PROMPT);
  await choose(page, 'Model', /^Seedance 2.0/);
  const lengths = await openControl(page, 'Duration and quality');
  await lengths.getByRole('slider', { name: /^Duration/ }).fill('8');
  await lengths.getByRole('radio', { name: /^8 seconds, 1080p/ }).press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Generate video (8 s, 60 credits)' }).click();
  await expect(page.getByRole('heading', { name: 'Your video is ready' })).toBeVisible({ timeout: 120_000 });
  return new URL(page.url()).searchParams.get('request') ?? '';
}

async function addDollarRate(page: Page): Promise<void> {
  await page.goto(`${stack().admin}/provider-costs`);
  await page.getByRole('button', { name: 'Add exchange rate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an exchange rate' });
  await dialog.getByLabel('Rupees for 1').fill(String(RUPEES_PER_DOLLAR));
  await confirm(page, 'Add rate');
}

/** The margin of the model is that of its only job: what was paid for its credits, less what its route charges for 8 s at 1080p. */
async function findMargin(page: Page, job: string): Promise<void> {
  await expect(async () => {
    const [row] = await query<{ paid: number; cost: number }>(
      `SELECT revenue_micros / 1e6 AS paid, duration * 0.05 * ${RUPEES_PER_DOLLAR} AS cost
         FROM generation.requests WHERE id = $1 AND revenue_micros IS NOT NULL`,
      [job],
    );
    await page.goto(`${stack().admin}/margin?by=model`);
    const found = page.getByRole('row').filter({ hasText: NEW });
    const [paid, cost] = [Number(row?.paid), Number(row?.cost)];
    for (const text of [paid, cost, paid - cost].map((rupees) => RUPEES.format(rupees))) {
      await expect(found.getByRole('cell', { name: text, exact: true })).toBeVisible({ timeout: 5_000 });
    }
    await page.goto(`${stack().admin}/models`);
    const share = `${Math.floor(((paid - cost) / paid) * 1_000) / 10}%`;
    await expect(listed(page)).toContainText(share, { timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
}

async function deprecate(page: Page): Promise<void> {
  await page.goto(`${stack().admin}/models/${OLD}`);
  await page.getByLabel('State').selectOption('deprecated');
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel('Retires on').fill(tomorrow);
  await page.getByLabel('What to use instead').selectOption(NEW);
  await publish(page);
}

/** Moves the last day of the model into the past, as if the test had waited. */
async function letTheDatePass(): Promise<void> {
  await query(
    `UPDATE generation.model_revisions SET entry = jsonb_set(entry, '{endsAt}', '"2026-01-01"')
                WHERE model = $1 AND entry ->> 'state' = 'deprecated'`,
    [OLD],
  );
  await new Promise((done) => setTimeout(done, 3_000));
}
