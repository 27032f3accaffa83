// `npm test`: every check and every test of the repository, and one line at the end that sums them up.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWebApps, compile, installDependencies, requireNode, root, run, runQuietly } from './bootstrap.mjs';
import { readArguments } from './command-arguments.cjs';
import {
  failedSpecs,
  flakyTitles,
  jestFailures,
  mergeJestReports,
  playwrightFailures,
  readJestReport,
  readPlaywrightReport,
} from './test-reports.mjs';

readArguments({ command: 'npm test' });
requireNode();
installDependencies();

const reports = mkdtempSync(path.join(tmpdir(), 'luit-test-'));
const results = [];
/** Tests that failed and then passed when they were run again. They fail the build unless known-flaky.json lists them. */
const flaky = [];
/** What failed, and why: repeated at the end, because the output of a whole run is too long to search. */
const failureTexts = [];

/** Runs one part, shows how it went, and adds its numbers up. */
async function part(name, work) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  conclude(name, startedAt, await work());
}

/** A check that runs beside others; its output is shown once it ended. */
async function checkAside(name, [script, args]) {
  const startedAt = Date.now();
  const { isWell, output } = await runQuietly(script, args);
  process.stdout.write(`\n── ${name}\n${output}`);
  if (!isWell) failureTexts.push(tailOf(name, output));
  conclude(name, startedAt, asOne(isWell));
}

/** A check that shows its output as it arrives. */
async function checkLoudly(name, script, args) {
  await check(name, async () => {
    const { isWell, output } = await runQuietly(script, args, (text) => process.stdout.write(text));
    if (!isWell) failureTexts.push(tailOf(name, output));
    return isWell;
  });
}

const TAIL_LINES = 25;
const tailOf = (name, output) =>
  [name, ...stripVTControlCharacters(output).trim().split('\n').slice(-TAIL_LINES)].join('\n    ');

function conclude(name, startedAt, { passed, failed }) {
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  results.push({ name, passed, failed });
}

/** A check without tests of its own counts as one. */
const asOne = (isWell) => ({ passed: isWell ? 1 : 0, failed: isWell ? 0 : 1 });
const check = (name, work) => part(name, async () => asOne(await work()));

const reportOf = (name) => path.join(reports, `${name}.json`);

/** A suite counts by its report; one that reports no failure but ends badly, or runs no test, has failed. */
const byReport = (report, read) => (isWell) => {
  const { passed, failed } = existsSync(report) ? read(report) : { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && (!isWell || passed === 0) ? 1 : failed };
};

/** Installs what tests need besides npm packages; what cannot be installed is reported here, and its tests fail below. */
async function installPrograms() {
  const programs = await import('./dist/system-programs.js');
  const { installFallbackFont } = await import('./dist/fallback-font.js');
  const log = (line) => console.log(line);
  const installations = [
    ...['REDIS', 'CHROMIUM', 'PROMTOOL'].map((program) => () => programs.findOrInstall(programs[program], log)),
    () => installFallbackFont(log),
  ];
  for (const install of installations) {
    try {
      install();
    } catch (error) {
      console.error(error.message);
    }
  }
}

/** Every stack of the tests begins with a copy of one migrated database. */
async function migrateOnce() {
  try {
    const { createMigratedDatabase } = await import('./dist/throwaway-stack.js');
    process.env.LUIT_MIGRATED_DATABASE = await createMigratedDatabase();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

function hasSpecs(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return files.some((file) => /\.(spec|test)\.tsx?$/.test(file) && !file.includes('node_modules'));
}

/**
 * Runs a failed spec file once more, alone, to tell flaky tests from broken ones. Both fail the build: a flaky one passes only
 * if known-flaky.json gives a reason for it.
 */
async function jestWithRerun(report, selection) {
  const jest = (...args) => run('node_modules/jest/bin/jest.js', ['--json', ...args]);
  if (await jest(`--outputFile=${report}`, ...selection)) return true;
  if (!existsSync(report)) return false;
  failureTexts.push(...jestFailures(report));
  const specs = failedSpecs(report);
  if (specs.length === 0) return false;
  console.log(`\n── jest: once more, alone: ${specs.map((spec) => path.relative(root, spec)).join(', ')}`);
  const second = `${report}.second`;
  const isWell = await jest(`--outputFile=${second}`, '--runInBand', '--forceExit', '--runTestsByPath', ...specs);
  if (!existsSync(second)) return false;
  const [first, again] = [report, second].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(report, JSON.stringify(mergeJestReports(first, again)));
  const failedAgain = new Set(failedSpecs(second));
  flaky.push(...specs.filter((spec) => !failedAgain.has(spec)).map((spec) => path.relative(root, spec)));
  return isWell;
}

async function playwright(report) {
  const args = ['test', '-c', 'web/playwright.config.ts', '--reporter=list,json', '--retries=1'];
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const isWell = await run('node_modules/@playwright/test/cli.js', args, { env });
  if (existsSync(report)) {
    flaky.push(...flakyTitles(report));
    failureTexts.push(...playwrightFailures(report));
  }
  return isWell;
}

async function suite(name, read, work) {
  const report = reportOf(name);
  await part(name, async () => byReport(report, read)(await work(report)));
}

const webPackages = ['ui', 'web', 'admin-web'];

/** What needs the sources alone, one after the other. */
async function checkSources() {
  await checkAside('prettier', ['node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']]);
  await checkAside('licenses in NOTICE', ['infra/notices/run.mjs', ['--check']]);
  await checkAside('spelling', [
    'node_modules/cspell/bin.mjs',
    ['lint', '--no-progress', '--no-summary', '--show-suggestions'],
  ]);
  await checkAside('eslint', ['node_modules/eslint/bin/eslint.js', ['.']]);
  const types = (project) => ['node_modules/typescript/bin/tsc', ['--noEmit', '-p', project]];
  await checkAside('types of the web apps and their journeys', types('tsconfig.pages.json'));
  await checkAside('types of the service worker', types('web/service-worker'));
  await checkAside('types of ui', types('ui'));
}

async function testComponents() {
  for (const folder of webPackages.filter((name) => hasSpecs(path.join(root, name, 'src'))))
    await suite(`vitest of ${folder}`, readJestReport, async (report) => {
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const isWell = await run('node_modules/vitest/vitest.mjs', args, { cwd: path.join(root, folder) });
      if (existsSync(report)) failureTexts.push(...jestFailures(report));
      return isWell;
    });
}

/** How much slower the machine may be than the one for which the bounds of the floods were set. */
const ABUSE_TIME_FACTOR = 8;
/** The spec files that count what a stack does, or time what a customer or an attacker causes: one at a time, with the machine to themselves. */
const UNDISTURBED = [
  'undisturbed-stack',
  'hostile-bodies',
  'locked-account',
  'locked-requests',
  'locked-user',
  'sign-in-attempts',
  'waiting-reports',
].map((name) => `/${name}\\.spec`);

async function build() {
  await check('build', compile);
  await installPrograms();
  await check('migrations', migrateOnce);
  await check('web builds', buildWebApps);
  await checkAside('database diagrams', ['infra/erd/run.mjs', ['--check']]);
  await checkAside('data map', ['infra/data-map/run.mjs', ['--check']]);
  await checkAside('Helm chart and Kubernetes alerts', ['infra/kubernetes/generate.mjs', ['--check']]);
  await checkAside('OpenAPI document', ['infra/openapi/run.mjs', ['--check']]);
  await checkAside('knip', ['node_modules/knip/bin/knip.js', []]);
}

/** One after the other: Jest fills two processors, and so does Playwright. */
async function test() {
  const others = ['--testPathIgnorePatterns', '/node_modules/', ...UNDISTURBED];
  await suite('jest', readJestReport, (report) => jestWithRerun(report, others));
  const inBand = ['--runInBand', ...UNDISTURBED];
  await suite('jest, undisturbed', readJestReport, (report) => jestWithRerun(report, inBand));
  // The other client's times say nothing while four workers share two cores.
  const timeFactor = ['--time-factor', String(ABUSE_TIME_FACTOR)];
  await checkLoudly('hostile inputs and floods', 'infra/abuse/dist/main.js', ['--short', ...timeFactor]);
  await testComponents();
  await suite('playwright', readPlaywrightReport, playwright);
}

// Tests that wait for each other's processes, or for a checker of sources, would run into their time limits.
await Promise.all([checkSources(), build()]);
await test();

rmSync(reports, { recursive: true });
if (process.env.LUIT_MIGRATED_DATABASE) rmSync(process.env.LUIT_MIGRATED_DATABASE, { recursive: true });
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const knownFlaky = JSON.parse(readFileSync(path.join(root, 'infra', 'local', 'known-flaky.json'), 'utf8'));
const unknownFlaky = flaky.filter((name) => !(name in knownFlaky));
if (unknownFlaky.length > 0) results.push({ name: 'flaky tests', passed: 0, failed: unknownFlaky.length });
const failures = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
for (const name of flaky)
  console.log(`\nFlaky (${knownFlaky[name] ?? 'not in infra/local/known-flaky.json'}): ${name}`);
for (const text of failureTexts) console.log(`\n✗ ${text}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
