import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Reads a report in Jest's format, which Vitest writes too. A spec file that fails to load counts as one failure. */
export function readJestReport(file) {
  const { numPassedTests, numFailedTests, testResults } = read(file);
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadable.length };
}

/** Reads a Playwright report. */
export function readPlaywrightReport(file) {
  const { stats, errors } = read(file);
  return { passed: stats.expected, failed: stats.unexpected + errors.length };
}

const playwrightSpecs = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(playwrightSpecs)];

/** The title and the error of each test in a report of Jest or Vitest that failed. */
export function jestFailures(file) {
  return read(file).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failures = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failures.length === 0) return [failureText(name, message)];
    return failures.map(({ fullName, failureMessages }) => failureText(`${name}: ${fullName}`, failureMessages[0]));
  });
}

/** The title and the error of each Playwright test that failed. */
export function playwrightFailures(file) {
  const { errors, ...report } = read(file);
  const ofTests = playwrightSpecs(report).flatMap(({ title, file: spec, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .filter(({ error }) => error)
      .map(({ error }) => failureText(`${spec}: ${title}`, error.message)),
  );
  return [...ofTests, ...errors.map(({ message }) => failureText('outside of tests', message))];
}

const ERROR_LINES = 12;

const failureText = (title, error = 'no message') =>
  [title, ...stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)].join('\n    ');
