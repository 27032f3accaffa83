import { expect, type Page, test } from '@playwright/test';
import { probeVideo } from '@luit/smoke/video-probe';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, newAccount, signUp, stack } from './creator';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { buyStarterPack, choose } from './steps';

isolatedStack();

const INSTANCE = 'attic';
const MODEL = 'Own model';
/** Of core nodes only, as ComfyUI exports it. */
const WORKFLOW = {
  1: { class_type: 'PrimitiveStringMultiline', inputs: { value: '' }, _meta: { title: 'Prompt' } },
  2: { class_type: 'EmptyImage', inputs: { width: 640, height: 352, batch_size: 40, color: 3_381_759 } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 8 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'x', format: 'mp4', codec: 'h264' } },
};
const RUNNER = join(import.meta.dirname, '..', '..', '..', 'services/runner/dist/main.js');

test('an operator connects a GPU with one command, and a customer buys the first video that it makes', async ({
  page,
  browser,
}) => {
  await signInAsOperator(page);
  await addProvider(page);
  const close = await connect(page);
  try {
    await addModel(page);
    await tryIt(page);
    await publish(page);

    const creator = await browser.newPage();
    await signUp(creator, newAccount());
    await buyStarterPack(creator);
    await creator.goto(`${stack().web}/image-to-video`);
    await creator.getByRole('textbox', { name: 'Video prompt' }).fill('A heron lifts off a sandbar');
    await choose(creator, 'Model', new RegExp(`^${MODEL}`));
    await creator.getByRole('button', { name: /^Generate video/ }).click();
    await expect(creator.getByRole('heading', { name: 'Your video is ready' })).toBeVisible({ timeout: 120_000 });
    const made = new URL(creator.url()).searchParams.get('request') ?? '';
    const client = await clientOf(creator);
    expect(await probeVideo((await client.download(made)).bytes)).toMatchObject({ codec: 'h264', seconds: 5 });

    await page.goto(`${stack().admin}/jobs/${made}`);
    await expect(page.getByText(INSTANCE, { exact: true }).first()).toBeVisible();
  } finally {
    await close();
  }
});

const card = (page: Page) => page.getByRole('region', { name: INSTANCE, exact: true });

async function addProvider(page: Page): Promise<void> {
  await page.goto(`${stack().admin}/providers`);
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('runner');
  await dialog.getByLabel('ID').fill(INSTANCE);
  await dialog.getByLabel('Cost of a second').fill('0.01');
  await dialog.getByLabel('Currency').fill('INR');
  await dialog.getByLabel('Reason').fill('The machine in the attic');
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Runs the command that the page shows, with a server of the sandbox. @returns what stops the runner */
async function connect(page: Page): Promise<() => Promise<void>> {
  await card(page).getByLabel('Machine').fill('Attic');
  await card(page).getByRole('button', { name: 'Create token' }).click();
  const command = await card(page).getByLabel('Command').innerText();
  const [, url, token] =
    /^npx @luit\/runner --url (\S+) --token (\S+) --engine comfyui=\S+$/.exec(command.trim()) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'luit-runner-'));
  const args = ['--url', url!, '--engine', `comfyui=${stack().sandbox}/comfyui`, '--folder', folder];
  const child = spawn(process.execPath, [RUNNER, ...args], {
    env: { PATH: process.env.PATH, LUIT_TOKEN: token },
    stdio: 'ignore',
  });
  await expect(card(page).getByRole('cell', { name: 'Online' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: `Turn on: ${INSTANCE}` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The runner has called');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true });
  };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Proposes a model from a workflow, and adds what the workflow does not say. */
async function addModel(page: Page): Promise<void> {
  await page.goto(`${stack().admin}/models`);
  await page.getByRole('link', { name: 'New model' }).click();
  await page.getByLabel('Import from').selectOption('A ComfyUI workflow');
  await page.getByLabel('Workflow', { exact: true }).fill(JSON.stringify(WORKFLOW));
  await page.getByRole('button', { name: 'Propose a model' }).click();
  await page.getByLabel('ID', { exact: true }).fill('own-model');
  await page.getByLabel('Name', { exact: true }).fill(MODEL);
  await page.getByLabel('Description in English').fill('Made on our own machine.');
  await page.getByLabel('Description in Hindi').fill('हमारी अपनी मशीन पर बनता है।');
  await tab(page, 'Price');
  await page.getByLabel('360p').fill('2');
  await tab(page, 'Routes');
  await page.getByLabel('Provider').selectOption(INSTANCE);
}

async function tryIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try it' });
  await dialog.getByRole('button', { name: `Run on ${INSTANCE}` }).click();
  await expect(dialog.getByText('It succeeded.')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByLabel('The result')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft …' }).click();
  await confirm(page, 'Save draft');
  await expect(page.getByRole('heading', { level: 2, name: MODEL })).toBeVisible();
  await page.getByLabel('State').selectOption('live');
  await page.getByRole('button', { name: 'Publish …' }).click();
  await confirm(page, 'Publish');
  await expect(page.getByText(/is in force$/)).toBeVisible();
}

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Our own machine makes it');
  await dialog.getByRole('button', { name: label }).click();
  await expect(dialog).toHaveCount(0);
}
