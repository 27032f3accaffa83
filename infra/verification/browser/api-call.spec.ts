import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { clientOf, newAccount, signUp } from './creator';
import { expectNoAxeViolations } from './axe';
import { buyStarterPack, makeVideo, openMoreActions, overflow, recordMessages, untilReady } from './steps';
import { expect, test } from './test';

const run = promisify(execFile);
const PROMPT = `Fireflies over the paddy, a "child's" lantern`;

test('the call shown below a finished video makes it again', async ({ page }) => {
  const { messages } = await recordMessages(page);
  await signUp(page, newAccount());
  await buyStarterPack(page);
  await makeVideo(page, PROMPT);
  await untilReady(page, messages);
  const madeId = new URL(page.url()).searchParams.get('request') ?? '';
  const client = await clientOf(page);
  const { options, duration, model } = await client.getRequest(madeId);
  const scopes = ['videos:write', 'videos:read'];
  const { key } = await client.post<{ key: string }>('/api/keys', { name: 'Studio', mode: 'live', scopes });

  await openMoreActions(page, 'Details');
  await page.getByText('Make it from your own program').click();
  await expect(page.getByText('at the current price. LUIT_API_KEY is your API key.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  const code = await page.getByRole('figure').filter({ hasText: 'create-video.mts' }).locator('code').innerText();
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, FORCE_COLOR: '0', LUIT_API_KEY: key },
  });
  const id = /id: '([^']+)'/.exec(stdout)?.[1] ?? '';
  expect(await client.getRequest(id)).toMatchObject({ prompt: PROMPT, options, duration, model });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'curl' }).click();
  await expect(page.getByRole('figure').filter({ hasText: 'create-video.sh' })).toContainText('/v1/videos" \\');
  await expect.poll(() => overflow(page)).toBe(0);
});
