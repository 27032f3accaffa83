import { expect, type Page, test } from '@playwright/test';
import { expectNoAxeViolations } from './axe';
import { stack } from './creator';
import { query } from './database';
import { isolatedStack } from './isolated-stack';
import { signInAsOperator } from './operator';
import { takeScreenshots } from './take-screenshots';

isolatedStack();

const WORKFLOW = {
  1: { class_type: 'PrimitiveStringMultiline', inputs: { value: '' }, _meta: { title: 'Prompt' } },
  2: { class_type: 'EmptyImage', inputs: { width: 640, height: 352, batch_size: 40, color: 3_381_759 } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 8 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'x', format: 'mp4', codec: 'h264' } },
};
/** As long as the page allows. */
const MACHINE = 'The second machine in the workshop beside the river, Majuli';

test('the models page: the list, an entry, an import, a workflow and a trial', async ({ page }) => {
  await signInAsOperator(page);
  await open(page, '/models', 'Models');
  await takeScreenshots(page, 'admin-models');
  await open(page, '/models/seedance', 'Models');
  for (const name of ['General', 'Takes', 'Price', 'Routes', 'JSON', 'History']) {
    await widen(page);
    await tab(page, name);
    await takeScreenshots(page, `admin-models-${name.toLowerCase()}`);
    await expectNoAxeViolations(page, `models, ${name}`);
  }

  await open(page, '/new-model', 'New model');
  await takeScreenshots(page, 'admin-models-new');
  await page.getByLabel('Import from').selectOption('A ComfyUI workflow');
  await page.getByLabel('Workflow', { exact: true }).fill('{"nodes": [], "links": []}');
  await page.getByRole('button', { name: 'Propose a model' }).click();
  await takeScreenshots(page, 'admin-models-no-workflow');
  await widen(page);
  await page.getByLabel('Workflow', { exact: true }).fill(JSON.stringify(WORKFLOW));
  await page.getByRole('button', { name: 'Propose a model' }).click();
  await tab(page, 'Routes');
  await takeScreenshots(page, 'admin-models-workflow');
  await expectNoAxeViolations(page, 'a workflow');

  await open(page, '/models/seedance', 'Models');
  await page.getByRole('button', { name: 'Try it …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try it' });
  await takeScreenshots(page, 'admin-models-try', false);
  await dialog.getByRole('button', { name: 'Run on replicate' }).click();
  await expect(dialog.getByText('It succeeded.')).toBeVisible();
  await takeScreenshots(page, 'admin-models-tried', false);
});

test('machines with GPUs: none, a token, and runners with long names', async ({ page }) => {
  await signInAsOperator(page);
  await open(page, '/providers', 'Providers');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('runner');
  await dialog.getByLabel('Reason').fill('GPUs of our own');
  await dialog.getByLabel('ID').fill('machines-of-the-workshop-by-the-river');
  await takeScreenshots(page, 'admin-providers-runner', false);
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(dialog).toHaveCount(0);
  await takeScreenshots(page, 'admin-gpu-none');

  await widen(page);
  await page.getByLabel('Machine', { exact: true }).fill(MACHINE);
  await page.getByLabel('Models', { exact: true }).fill('seedance-2-0-pro-with-a-long-name, wan-2-2-a14b-lightning');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByLabel('Command')).toBeVisible();
  await takeScreenshots(page, 'admin-gpu-token');
  await expectNoAxeViolations(page, 'a token of a runner');

  await query(
    `INSERT INTO generation.runners (token_id, id, slots, engines, version, gpu, seen_at)
     SELECT id, gen_random_uuid(), n, ARRAY['comfyui', 'vllm-omni'], '0.1.0',
            'NVIDIA RTX 6000 Ada Generation, 49,140 MiB', now() - (n - 1) * interval '2 days'
       FROM generation.runner_tokens, generate_series(1, 2) AS n`,
  );
  await open(page, '/providers', 'Providers');
  await expect(page.getByRole('table', { name: 'Runners' })).toBeVisible();
  await takeScreenshots(page, 'admin-gpu');
  await expectNoAxeViolations(page, 'runners');
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const widen = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

async function open(page: Page, path: string, heading: string): Promise<void> {
  await widen(page);
  await page.goto(`${stack().admin}${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}
