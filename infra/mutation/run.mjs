// `npm run test:mutation`: plants each bug of mutants.mjs alone and runs the specs that have to notice. Ends with 1 when one is
// not noticed. `npm run test:mutation -- lock refund` takes those whose names hold one of the words.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants } from './mutants.mjs';
import { plant } from './plant.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const reports = mkdtempSync(path.join(tmpdir(), 'luit-mutants-'));
const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

/** Runs specs with one bug or none; answers what failed. */
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

/** Who noticed, or null. A bug that keeps the specs from starting proves nothing. */
function noticedBy(mutant) {
  const { failed, isLoaded } = runSpecs(mutant.specs, mutant);
  const reasons = failed.map(({ failureMessages }) => failureMessages.join('\n'));
  const isUnplanted = reasons.some((reason) => /syntax error at|beforeAll|Migration/.test(reason));
  if (!isLoaded || isUnplanted) throw new Error(`"${mutant.name}" does not run: ${reasons[0] ?? 'no test was loaded'}`);
  return failed[0]?.fullName ?? null;
}

for (const mutant of chosen) plant(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
const healthy = runSpecs([...new Set(chosen.flatMap(({ specs }) => specs))]);
if (healthy.failed.length > 0 || !healthy.isLoaded) {
  console.error('Without any bug these fail already:', healthy.failed.map(({ fullName }) => fullName).join('; '));
  process.exit(1);
}

const survivors = [];
console.log('| mutant | caught by | seconds |\n|---|---|---|');
for (const mutant of chosen) {
  const startedAt = performance.now();
  const catcher = noticedBy(mutant);
  if (!catcher) survivors.push(mutant.name);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`| ${mutant.name} | ${catcher ?? '**nobody**'} | ${seconds} |`);
}
rmSync(reports, { recursive: true });
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} caught`);
if (survivors.length > 0) process.exitCode = 1;
