// `npm run verify -- mutation`: applies each mutant alone and runs the tests that must detect it. Exits with 1 when a mutant survives. `npm
// run verify -- mutation lock refund` runs only the mutants whose names contain one of the words, and `-- hardening` the mutants that
// remove a guard. `-- --check` only checks that each mutant matches its file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../tools/local/command-arguments.cjs';
import { applyMutant } from './apply-mutant.mjs';
import { mutants } from './mutants.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..', '..');
const known = [...new Set(mutants.flatMap(({ name }) => name.split(/:? /)))];
const { names: words, options } = readArguments({
  command: 'npm run verify -- mutation',
  names: known,
  options: { check: null },
});
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

requireMatches();
if (options.check) process.exit(0);

const folder = mkdtempSync(path.join(tmpdir(), 'luit-mutants-'));
const report = path.join(folder, 'report.json');

const JEST = [
  ...['node_modules/jest/bin/jest.js', '-c', 'infra/verification/mutation/jest.config.mjs', '--silent', '--json'],
  // A mutant may leave a call that never ends.
  ...['--forceExit', `--outputFile=${report}`, '--runTestsByPath'],
];

/**
 * Runs specs with one mutant, or with none, and returns the failures.
 *
 * @param titles runs only the tests whose titles contain one of these; undefined for all
 */
function runSpecs(specs, titles, mutant) {
  const filter = titles ? ['-t', titles.map((title) => title.replace(/[^\w ]/g, '\\$&')).join('|')] : [];
  const env = { ...process.env, PROPERTY_HISTORIES: '300', PROPERTY_SEED: '1', SIMULATED_HISTORIES: '200' };
  if (mutant) {
    env.LUIT_MUTANT = JSON.stringify(mutant);
    // Processes that specs start read it.
    env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --require ${path.join(here, 'mutated-modules.cjs')}`;
  }
  rmSync(report, { force: true });
  spawnSync(process.execPath, [...JEST, ...specs, ...filter], { cwd: root, env, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const hasRun = failed.length > 0 || tests.some(({ status }) => status === 'passed');
  return { failed, isLoaded: hasRun && testResults.every(({ assertionResults }) => assertionResults.length > 0) };
}

/** Tells which test detects the mutant, if any. A mutant that prevents the specs from starting proves nothing. */
function judge(mutant) {
  const { specs, test } = mutant;
  const { failed, isLoaded } = runSpecs(specs, test && [test], mutant);
  const reasons = failed.map(({ failureMessages }) => failureMessages.join('\n'));
  const isInvalid = reasons.some((reason) => /syntax error at|beforeAll|Migration|did not start/.test(reason));
  if (!isLoaded || isInvalid) return { fault: `**did not start**: ${firstLine(reasons[0] ?? 'no test was loaded')}` };
  if (!failed[0]) return { fault: '**survived**' };
  const seed = /^(?:Error: )?(Seed \d+)$/m.exec(reasons[0])?.[1];
  return { test: seed ? `${failed[0].fullName} (${seed.toLowerCase()})` : failed[0].fullName };
}

const firstLine = (text) => text.split('\n', 1)[0];

/** Runs the chosen tests without a mutant. Exits if one fails. */
function requireBaseline() {
  const titles = chosen.every(({ test }) => test) ? [...new Set(chosen.map(({ test }) => test))] : undefined;
  const { failed, isLoaded } = runSpecs([...new Set(chosen.flatMap(({ specs }) => specs))], titles);
  if (failed.length === 0 && isLoaded) return;
  console.error('These tests fail without any mutant:', failed.map(({ fullName }) => fullName).join('; '));
  process.exit(1);
}

/** Why a mutant cannot be applied or tested, if so. */
function mismatchOf(mutant) {
  const missing = [mutant.file, ...mutant.specs].find((file) => !existsSync(path.join(root, file)));
  if (missing) return `Mutant "${mutant.name}" names ${missing}, which does not exist`;
  try {
    applyMutant(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
  } catch (error) {
    return error.message;
  }
}

/** Exits if a mutant does not match the code. */
function requireMatches() {
  const mismatches = chosen.map(mismatchOf).filter(Boolean);
  if (mismatches.length === 0) return;
  console.error(mismatches.join('\n'));
  process.exit(1);
}

requireBaseline();

const survivors = [];
console.log('| mutant | killed by | seconds |\n|---|---|---|');
for (const mutant of chosen) {
  const startedAt = performance.now();
  const { test, fault } = judge(mutant);
  if (fault) survivors.push(mutant.name);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`| ${mutant.name} | ${test ?? fault} | ${seconds} |`);
}
rmSync(folder, { recursive: true });
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutants killed`);
if (survivors.length > 0) process.exitCode = 1;
