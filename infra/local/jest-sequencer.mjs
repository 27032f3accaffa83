import TestSequencer from '@jest/test-sequencer';

const TAKES_LONG = /\/infra\/(chaos|abuse|smoke|doctor)\//;

/** Spec files that break a whole stack come first: they wait more than they work, and would else be waited for at the end. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => (TAKES_LONG.test(path) ? 0 : 1);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
