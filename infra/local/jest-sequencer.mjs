import TestSequencer from '@jest/test-sequencer';

const SLOW = /\/infra\/(chaos|abuse|smoke|bench)\//;

/** Runs the spec files that start a whole stack first: they mostly wait, and would otherwise delay the end of the run. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => (SLOW.test(path) ? 0 : 1);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
