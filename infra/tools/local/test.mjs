// `npm test`: every check and every test of the repository, a table of its stages, and one line at the end that sums them up.
// `npm test -- lint jest` runs some stages and what they need, `--changed` what the changes against main can affect, and
// `--random 7` the tests in the order of seed 7.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWebApps, compile, fail, installDependencies, requireNode, root, run, runQuietly } from './bootstrap.mjs';
import { changedFiles, mergeBase } from './changed-files.mjs';
import { readArguments } from './command-arguments.cjs';
import { measured } from './processor-time.mjs';
import { jestFailures, playwrightFailures, readJestReport, readPlaywrightReport } from './test-reports.mjs';

/** Checks that need only the sources; they run beside `BUILDS`. */
const SOURCES = { format: checkFormat, spelling: checkSpelling, lint: checkLint, types: checkTypes };
const BUILDS = {
  build: async () => asOne(await compile()),
  programs: installPrograms,
  migrations: migrateOnce,
  pages: async () => asOne(await buildWebApps()),
  generated: (name) => checkAside(name, 'infra/tools/local/generate.mjs', ['--check']),
  knip: (name) => checkAside(name, 'node_modules/knip/bin/knip.js', []),
};
const SERVICES = { jest: testServices };
/** They run beside `SERVICES`, which wait for Postgres and Redis about a third of their time. */
const PAGES = { abuse: testAbuse, playwright: testPages, vitest: testComponents };
const STAGES = { ...SOURCES, ...BUILDS, ...SERVICES, ...PAGES };
const STACK = ['build', 'programs', 'migrations', 'pages'];
/** The stages that a stage needs, in order. */
const NEEDS = {
  programs: ['build'],
  migrations: ['build'],
  generated: ['build'],
  jest: STACK,
  abuse: STACK,
  playwright: STACK,
};
/** With `--changed`, the stages that a change of matching files can affect. */
const AFFECTED_BY = {
  format: /./,
  spelling: /./,
  lint: /\.[cm]?[jt]sx?$/,
  types: /\.tsx?$|tsconfig.*\.json$|package(-lock)?\.json$/,
  build: /\.ts$|package(-lock)?\.json$/,
  migrations: /\/(migrations|sql)\//,
  generated: /^(services|infra|docs)\/|^NOTICE$|^package-lock\.json$/,
  knip: /\.[cm]?[jt]sx?$|package\.json$/,
  jest: /^(services|sdk|infra)\//,
  vitest: /^(web|admin-web|ui|services\/contracts)\//,
  playwright: /^infra\/verification\/browser\/.*\.spec\.ts$/,
};
const SCRIPT = AFFECTED_BY.lint;

/** The spec files that start whole stacks, each for a minute. */
const STACK_SPECS = '/infra/(verification/(abuse|bench|browser|chaos|smoke)|tools/local)/';
const WEB_PACKAGES = ['ui', 'web', 'admin-web'];
const TAIL_LINES = 25;

const { names, options } = readArguments({
  command: 'npm test',
  names: Object.keys(STAGES),
  options: { changed: null, random: 'SEED' },
});
requireNode();
if (options.changed && !mergeBase()) fail('There is no branch main or origin/main to compare with.');
installDependencies();

const reports = mkdtempSync(path.join(tmpdir(), 'luit-test-'));
const { changed: onlyChanged, random: seed } = options;
const changed = onlyChanged ? changedFiles() : [];
const stages = chosenStages();
const results = [];
/** Failures and their causes: repeated at the end, because the output of a whole run is too long to search. */
const failureTexts = [];

function chosenStages() {
  const all = Object.keys(STAGES);
  const affected = all.filter((name) => changed.some((file) => AFFECTED_BY[name]?.test(file)));
  const wanted = names.length > 0 ? names : onlyChanged ? affected : all;
  // Related spec files need no stack.
  const needs = (name) => (onlyChanged && name === 'jest' ? ['build'] : (NEEDS[name] ?? []));
  return new Set(wanted.flatMap((name) => [...needs(name), name]));
}

async function runStages(group) {
  for (const [name, work] of Object.entries(group)) if (stages.has(name)) await runStage(name, work);
}

/** `work` returns how many of its checks or tests passed and failed. */
async function runStage(name, work) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  const { result, processorSeconds } = await measured(() => work(name));
  // A stage without tests would prove nothing.
  if (result.passed === 0 && !onlyChanged) result.failed ||= 1;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`── ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
  results.push({ stage: name, ...result, seconds, processorSeconds: Math.round(processorSeconds) });
}

function summarize() {
  for (const text of failureTexts) console.log(`\n✗ ${text}`);
  console.log();
  console.table(Object.fromEntries(results.map(({ stage, ...figures }) => [stage, figures])));
  if (onlyChanged) {
    const left = Object.keys(STAGES).filter((name) => !stages.has(name));
    console.log(`Left out: ${left.join(', ')}; specs of whole stacks (${STACK_SPECS}); unchanged journeys in browsers`);
  }
  const { passed, failed } = sumOf(results);
  if (failed > 0) console.log(`Failed: ${results.filter((result) => result.failed > 0).map(({ stage }) => stage)}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

const sumOf = (counts) => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

/** A check without tests of its own counts as one. */
const asOne = (isWell) => ({ passed: isWell ? 1 : 0, failed: isWell ? 0 : 1 });

/** A check that runs beside others: its output is shown once it ended. */
async function checkAside(name, script, args) {
  const { isWell, output } = await runAside(name, script, args);
  return concluded(name, isWell, output);
}

async function runAside(name, script, args, options) {
  const result = await runQuietly(script, args, options);
  if (result.output) process.stdout.write(`\n── output of ${name}\n${result.output}`);
  return result;
}

function concluded(name, isWell, output) {
  const lines = stripVTControlCharacters(output).trim().split('\n').slice(-TAIL_LINES);
  if (!isWell) failureTexts.push([name, ...lines].join('\n    '));
  return asOne(isWell);
}

function checkFormat(name) {
  return checkAside(name, 'node_modules/oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...changed]);
}

function checkSpelling(name) {
  return checkAside(name, 'infra/tools/lint/spelling.mjs', []);
}

function checkLint(name) {
  const files = changed.filter((file) => SCRIPT.test(file));
  return checkAside(name, 'infra/tools/lint/run.mjs', files);
}

/** First the services and tools, then the web apps with their journeys, the service worker and `ui`. */
async function checkTypes(name) {
  const counts = [];
  for (const projects of [['.'], ['tsconfig.pages.json', 'web/service-worker', 'ui']]) {
    // More checkers take more memory and more processor time, because each checks the shared files again.
    const args = ['-b', ...projects, '--checkers', '1', '--builders', '1'];
    counts.push(await checkAside(name, 'node_modules/typescript/bin/tsc', args));
  }
  return sumOf(counts);
}

async function attempt(name, work) {
  try {
    await work();
    return asOne(true);
  } catch (error) {
    console.error(error.message);
    return concluded(name, false, error.message);
  }
}

/** Installs what tests need besides npm packages. */
async function installPrograms(name) {
  const programs = await import('./dist/system-programs.js');
  const { installFallbackFont } = await import('./dist/fallback-font.js');
  const log = (line) => console.log(line);
  const counts = [await attempt(name, () => installFallbackFont(log))];
  for (const program of ['REDIS', 'CHROMIUM', 'PROMTOOL'])
    counts.push(await attempt(name, () => programs.findOrInstall(programs[program], log)));
  return sumOf(counts);
}

/** Every stack of the tests begins with a copy of one migrated database. */
async function migrateOnce(name) {
  const { createMigratedDatabase } = await import('./dist/throwaway-stack.js');
  return attempt(name, async () => {
    process.env.LUIT_MIGRATED_DATABASE = await createMigratedDatabase();
  });
}

/** A suite counts by its report; one that reports no failure but ends badly has failed. */
async function suite(name, { read, failures }, script, args, options) {
  const report = path.join(reports, `${name}.json`);
  // Jest shows the files that run on the last line, and other output would garble it.
  const isAside = name !== 'jest' && stages.has('jest');
  const isWell = isAside
    ? (await runAside(name, script, args(report), options)).isWell
    : await run(script, args(report), options);
  if (!existsSync(report)) return asOne(false);
  failureTexts.push(...failures(report));
  const { passed, failed } = read(report);
  return { passed, failed: failed === 0 && !isWell ? 1 : failed };
}

const JEST_REPORT = { read: readJestReport, failures: jestFailures };

function jest(name, selection) {
  const order = seed ? ['--randomize', `--seed=${seed}`] : [];
  const args = (report) => ['--json', `--outputFile=${report}`, ...order, ...selection];
  return suite(name, JEST_REPORT, 'node_modules/jest/bin/jest.js', args);
}

function testServices(name) {
  if (!onlyChanged) return jest(name, []);
  const related = ['--passWithNoTests', '--findRelatedTests', ...changed.filter((file) => SCRIPT.test(file))];
  return jest(name, ['--testPathIgnorePatterns', '/node_modules/', STACK_SPECS, ...related]);
}

function testAbuse(name) {
  return checkAside(name, 'infra/verification/abuse/dist/main.js', ['--short']);
}

async function testComponents(name) {
  const order = seed ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`] : [];
  const selection = onlyChanged ? ['--changed', mergeBase()] : [];
  const counts = [];
  for (const folder of WEB_PACKAGES) {
    const args = (report) => [
      ...['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...[...order, ...selection],
    ];
    const options = { cwd: path.join(root, folder) };
    counts.push(await suite(`${name}-${folder}`, JEST_REPORT, 'node_modules/vitest/vitest.mjs', args, options));
  }
  return sumOf(counts);
}

function testPages(name) {
  const journeys = changed.filter((file) => AFFECTED_BY.playwright.test(file));
  const selection = onlyChanged ? journeys : ['--grep=@journey'];
  const args = () => [
    'test',
    '-c',
    'infra/verification/browser/playwright.config.ts',
    '--reporter=list,json',
    ...selection,
  ];
  const PLAYWRIGHT_JSON_OUTPUT_FILE = path.join(reports, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE, ...(seed && { LUIT_TEST_SEED: seed }) };
  const report = { read: readPlaywrightReport, failures: playwrightFailures };
  return suite(name, report, 'node_modules/@playwright/test/cli.js', args, { env });
}

// A third lane would make tests run into their time limits, and tests need what is built.
await Promise.all([runStages(SOURCES), runStages(BUILDS)]);
await Promise.all([runStages(SERVICES), runStages(PAGES)]);
rmSync(reports, { recursive: true });
if (process.env.LUIT_MIGRATED_DATABASE) rmSync(process.env.LUIT_MIGRATED_DATABASE, { recursive: true });
summarize();
