import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from './account-steps';
import { newAccount, signUp } from './creator';
import { isolatedStack } from './isolated-stack';
import { expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

const DIST = path.resolve(import.meta.dirname, '../../../web/dist');
/** A service worker that shows its own release forever. */
const EARLIER = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    const headers = { 'content-type': 'text/html' };
    event.respondWith(new Response('<title>Earlier release</title>', { headers }));
  });
`;

const folder = mkdtempSync(path.join(tmpdir(), 'luit-release-'));
const worker = path.join(folder, 'service-worker.js');
cpSync(DIST, folder, { recursive: true });
for (const encoding of ['br', 'gz']) rmSync(`${worker}.${encoding}`);

isolatedStack({ env: { gateway: { WEB_DIST: folder } } });
test.afterAll(() => rmSync(folder, { recursive: true }));

test('the service worker of an earlier release, even one that shows its own pages, is replaced', async ({ page }) => {
  writeFileSync(worker, EARLIER);
  await signUp(page, newAccount());
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await open(page, '/library');
  await expect(page).toHaveTitle('Earlier release');

  writeFileSync(worker, readFileSync(path.join(DIST, 'service-worker.js')));
  // The browser looks for a new service worker whenever a page is opened.
  await expect(async () => {
    await open(page, '/library');
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible({
      timeout: 10_000,
    });
  }).toPass();
  await expect.poll(() => page.evaluate(async () => (await caches.match('/library')) !== undefined)).toBe(true);
});
