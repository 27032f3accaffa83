/**
 * `npm run verify -- lighthouse` measures the built app with Lighthouse's mobile preset behind the gateway of a throwaway stack and
 * takes the median of five runs per page. `-- /pricing` measures one page. It fails below the minimum scores and needs
 * `npm run build`. Lighthouse is installed on first use, because it would be a tenth of all installed packages.
 */
import { LuitClient } from '@luit/smoke/client';
import { linkToken } from '@luit/smoke/mailbox';
import { until } from '@luit/smoke/until';
import { freePort } from '@luit/local/port-leases';
import { chromiumPath } from '@luit/local/system-programs';
import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { chromium } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages } from '../../tools/local/bootstrap.mjs';
import { readArguments } from '../../tools/local/command-arguments.cjs';

/** The language that an address asks for is kept in the browser of a signed-in user, so each of its pages names one. `/s` is a shared video. */
const PAGES = [
  '/',
  '/pricing',
  '/image-to-video?lang=en',
  '/library?lang=en',
  '/library?lang=hi',
  '/s?lang=en',
  '/s?lang=hi',
];
const SIGNED_IN = /^\/(image-to-video|library)/;
const MINIMUM_SCORES = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };
const MAX_LAYOUT_SHIFT = 0.02;
const RUNS = 5;
const REPORTS = path.resolve(import.meta.dirname, '..', '..', '..', '.cache', 'lighthouse');

const { names: requestedPages } = readArguments({ command: 'npm run verify -- lighthouse', names: PAGES });
const lighthouse = await findOrInstall();
const { running, close } = await startThrowawayStack();
const port = await freePort();
const profile = await mkdtemp(path.join(tmpdir(), 'luit-lighthouse-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: ['--no-sandbox', `--remote-debugging-port=${port}`, '--disable-background-networking', '--disable-sync'],
});
try {
  const shared = await signUp();
  await mkdir(REPORTS, { recursive: true });
  const rows = [];
  for (const page of PAGES.filter((page) => requestedPages.length === 0 || requestedPages.includes(page))) {
    rows.push(await measure(page, running.stack.web + page.replace(/^\/s(?=\?)/, shared)));
  }
  console.table(rows);
  if (rows.some(({ failed }) => failed !== '')) process.exitCode = 1;
} finally {
  await browser.close();
  await close(true);
  await rm(profile, { recursive: true, force: true });
}

async function findOrInstall() {
  installPackages(import.meta.dirname);
  return (await import('lighthouse')).default;
}

async function measure(page, url) {
  const results = [];
  for (let attempts = 0; results.length < RUNS; attempts += 1) {
    const { lhr, report } = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: SIGNED_IN.test(page),
    });
    // On a busy machine the trace can miss the start of the navigation; Lighthouse asks for another run.
    if (lhr.runtimeError?.code === 'NO_NAVSTART' && attempts < 2 * RUNS) continue;
    if (lhr.runtimeError) throw new Error(`${page}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${page} led to ${lhr.finalDisplayedUrl}`);
    results.push({ lhr, report });
  }
  const score = ({ lhr }, category) => Math.round(lhr.categories[category].score * 100);
  results.sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  const median = results[Math.floor(RUNS / 2)];
  await writeFile(path.join(REPORTS, `${page.slice(1).replace('?lang=', '-') || 'home'}.json`), median.report);

  const value = (audit) => median.lhr.audits[audit].numericValue;
  const scores = Object.fromEntries(Object.keys(MINIMUM_SCORES).map((category) => [category, score(median, category)]));
  const shift = Math.round(value('cumulative-layout-shift') * 1000) / 1000;
  const failed = Object.keys(MINIMUM_SCORES).filter((category) => scores[category] < MINIMUM_SCORES[category]);
  if (shift >= MAX_LAYOUT_SHIFT) failed.push('layout shift');
  for (const { id, score: auditScore, title } of Object.values(median.lhr.audits)) {
    if (auditScore !== null && auditScore < 0.9) console.log(`  ${page} ${id}: ${auditScore} ${title}`);
  }
  return {
    page,
    ...scores,
    'FCP s': Math.round(value('first-contentful-paint') / 100) / 10,
    'LCP s': Math.round(value('largest-contentful-paint') / 100) / 10,
    'TBT ms': Math.round(value('total-blocking-time')),
    CLS: shift,
    failed: failed.join(', '),
  };
}

/** Signs up through the forms so that the browser has a session, and makes a video. @returns the path of its share link */
async function signUp() {
  const { web, mailbox } = running.stack;
  const [email, password] = [`lighthouse-${randomUUID()}@example.com`, randomUUID()];
  const page = await browser.newPage();
  await page.goto(`${web}/auth?mode=signup`);
  await page.getByLabel('Full name').fill('Lighthouse');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.goto(`${web}/auth/confirm?token=${await linkToken(mailbox, email, '/auth/confirm')}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.waitForURL('**/dashboard');
  await page.close();
  const client = new LuitClient(running.stack.api, running.stack.sandbox);
  await client.signIn(email, password);
  await client.buyPack('starter');
  const id = await client.generate('A country boat crosses the river at dawn');
  await until('the video', async () => (await client.getRequest(id)).status === 'completed' || undefined);
  const response = await fetch(`${running.stack.api}/api/requests/${id}/share-link`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${client.session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ showsPrompt: true, isIndexed: true }),
  });
  const { link } = await response.json();
  return new URL(link.url).pathname;
}
