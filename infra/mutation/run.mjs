// `npm run test:mutation`: applies each mutant of mutants.mjs alone and runs the specs that must detect it. Exits with 1 when a
// mutant survives. `npm run test:mutation -- lock refund` runs only the mutants whose names contain one of the words.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../local/command-arguments.cjs';
import { mutants } from './mutants.mjs';
import { applyMutant } from './apply-mutant.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const known = [...new Set(mutants.flatMap(({ name }) => name.split(' ')))];
const { names: words } = readArguments({ command: 'npm run test:mutation', names: known });
const reports = mkdtempSync(path.join(tmpdir(), 'luit-mutants-'));
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

/** Runs specs with one mutant, or with none, and returns the failures. */
function runSpecs(specs, mutant) {
  const report = path.join(reports, 'report.json');
  const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = path.join(here, 'jest.config.mjs');
  const args = ['-c', config, '--silent', '--json', `--outputFile=${report}`, '--runTestsByPath', ...specs];
  const env = { ...process.env, PROPERTY_HISTORIES: '300', PROPERTY_SEED: '1' };
  if (mutant) env.LUIT_MUTANT = JSON.stringify(mutant);
  rmSync(report, { force: true });
  spawnSync(process.execPath, [jest, ...args], { cwd: root, env, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  return { failed, isLoaded: testResults.every(({ assertionResults }) => assertionResults.length > 0) };
}

/** The test that detects the mutant, or null. A mutant that prevents the specs from starting proves nothing. */
function detectedBy(mutant) {
  const { failed, isLoaded } = runSpecs(mutant.specs, mutant);
  const reasons = failed.map(({ failureMessages }) => failureMessages.join('\n'));
  const isInvalid = reasons.some((reason) => /syntax error at|beforeAll|Migration/.test(reason));
  if (!isLoaded || isInvalid)
    throw new Error(`Mutant "${mutant.name}" does not start: ${reasons[0] ?? 'no test was loaded'}`);
  return failed[0]?.fullName ?? null;
}

for (const mutant of chosen) applyMutant(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
const baseline = runSpecs([...new Set(chosen.flatMap(({ specs }) => specs))]);
if (baseline.failed.length > 0 || !baseline.isLoaded) {
  console.error('These tests fail without any mutant:', baseline.failed.map(({ fullName }) => fullName).join('; '));
  process.exit(1);
}

const survivors = [];
console.log('| mutant | killed by | seconds |\n|---|---|---|');
for (const mutant of chosen) {
  const startedAt = performance.now();
  const test = detectedBy(mutant);
  if (!test) survivors.push(mutant.name);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`| ${mutant.name} | ${test ?? '**survived**'} | ${seconds} |`);
}
rmSync(reports, { recursive: true });
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutants killed`);
if (survivors.length > 0) process.exitCode = 1;
