import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Jest's report, whose format Vitest writes too. A file that could not even be loaded is one failure. */
export function readJestReport(file) {
  const { numPassedTests, numFailedTests, testResults } = read(file);
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadable.length };
}

/** Spec files of a Jest report in which something failed. */
export function failedSpecs(file) {
  return read(file)
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}

/** A run of everything whose failed spec files were run again, each for itself: what failed twice has failed. */
export function mergeJestReports(first, again) {
  const repeated = new Set(again.testResults.map(({ name }) => name));
  const steady = first.testResults.filter(({ name }) => !repeated.has(name));
  const passed = steady.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed');
  return {
    numPassedTests: passed.length + again.numPassedTests,
    numFailedTests: again.numFailedTests,
    testResults: [...steady, ...again.testResults],
  };
}

/** Playwright's report. What passed when it was repeated has passed; `flakyTitles` tells of it. */
export function readPlaywrightReport(file) {
  const { stats, errors } = read(file);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

export function flakyTitles(file) {
  const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)];
  return specsOf(read(file))
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title);
}
