// `npm test`: every check and every test of the repository, and one line at the end that sums them up.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buildWebApps, compile, installDependencies, requireNode, root, run, runAside } from './bootstrap.mjs';
import {
  failedSpecs,
  mergeJestReports,
  readJestReport,
  readPlaywrightReport,
  unsteadyTitles,
} from './test-reports.mjs';

requireNode();
installDependencies();

const reports = mkdtempSync(path.join(tmpdir(), 'luit-test-'));
const results = [];
/** What passed only when it was run a second time. */
const unsteady = [];

/** Runs one part, shows how it went, and adds its numbers up. */
function part(name, work) {
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  conclude(name, startedAt, work());
}

function conclude(name, startedAt, { passed, failed }) {
  console.log(`── ${name}: ${passed} passed, ${failed} failed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  results.push({ name, passed, failed });
}

/** A check without tests of its own counts as one. */
const asOne = (isWell) => ({ passed: isWell ? 1 : 0, failed: isWell ? 0 : 1 });
const check = (name, work) => part(name, () => asOne(work()));

/** Checks by programs that need nothing of each other, one for each core; each is shown whole once it ended. */
async function checkSideBySide(programs) {
  const waiting = Object.entries(programs);
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [script, ...args]] = next;
      const startedAt = Date.now();
      const { isWell, output } = await runAside(script, args);
      process.stdout.write(`\n── ${name}\n${output}`);
      conclude(name, startedAt, asOne(isWell));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, lane));
}

/** A suite counts by its report; one that reports no failure but ends badly, or runs no test, has failed. */
function suite(name, read, work) {
  const report = path.join(reports, `${name}.json`);
  part(name, () => {
    const isWell = work(report);
    const { passed, failed } = existsSync(report) ? read(report) : { passed: 0, failed: 0 };
    return { passed, failed: failed === 0 && (!isWell || passed === 0) ? 1 : failed };
  });
}

/** What the tests need besides npm's packages; a missing one is said here, and its tests fail below. */
async function installPrograms() {
  for (const program of ['REDIS', 'CHROMIUM', 'PROMTOOL']) {
    try {
      const programs = await import('./dist/system-programs.js');
      programs.findOrInstall(programs[program], (line) => console.log(line));
    } catch (error) {
      console.error(error.message);
    }
  }
}

function hasSpecs(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return files.some((file) => /\.(spec|test)\.tsx?$/.test(file) && !file.includes('node_modules'));
}

/**
 * These tests kill processes and race them on a machine that others may be using. A spec file that fails is run once more,
 * alone; it is named as unsteady where it passes then, and has failed where it does not.
 */
function jestTwiceWhereItFails(report) {
  const jest = (...args) => run('node_modules/jest/bin/jest.js', ['--json', ...args]);
  if (jest(`--outputFile=${report}`)) return true;
  if (!existsSync(report)) return false;
  const specs = failedSpecs(report);
  if (specs.length === 0) return false;
  console.log(`\n── jest: once more, alone: ${specs.map((spec) => path.relative(root, spec)).join(', ')}`);
  const second = `${report}.second`;
  const isWell = jest(`--outputFile=${second}`, '--runInBand', '--runTestsByPath', ...specs);
  if (!existsSync(second)) return false;
  const [first, again] = [report, second].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(report, JSON.stringify(mergeJestReports(first, again)));
  const failedAgain = new Set(failedSpecs(second));
  unsteady.push(...specs.filter((spec) => !failedAgain.has(spec)).map((spec) => path.relative(root, spec)));
  return isWell;
}

const at = (...parts) => path.join(root, ...parts);
const webPackages = ['ui', 'web', 'admin-web'];

check('build', compile);
await installPrograms();
check('web builds', buildWebApps);
const typesOf = (folder) => [`types of ${folder}`, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', folder]];
await checkSideBySide({
  eslint: ['node_modules/eslint/bin/eslint.js', '.'],
  ...Object.fromEntries([...webPackages, 'web/e2e'].map(typesOf)),
  prettier: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  knip: ['node_modules/knip/bin/knip.js'],
});
suite('jest', readJestReport, jestTwiceWhereItFails);
for (const folder of webPackages.filter((name) => hasSpecs(at(name, 'src')))) {
  suite(`vitest of ${folder}`, readJestReport, (report) =>
    run(
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      {
        cwd: at(folder),
      },
    ),
  );
}
if (existsSync(at('web', 'playwright.config.ts'))) {
  suite('playwright', readPlaywrightReport, (report) => {
    const args = ['test', '-c', 'web/playwright.config.ts', '--reporter=list,json', '--retries=1'];
    const isWell = run('node_modules/@playwright/test/cli.js', args, {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    if (existsSync(report)) unsteady.push(...unsteadyTitles(report));
    return isWell;
  });
}

rmSync(reports, { recursive: true });
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const failures = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
if (unsteady.length > 0) console.log(`\nUnsteady, passed only when run again: ${unsteady.join(', ')}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
