import TestSequencer from '@jest/test-sequencer';
import { createHash } from 'node:crypto';

const SLOW = /\/infra\/verification\/(chaos|abuse|smoke|bench)\//;

/**
 * Runs the spec files that start a whole stack first: they mostly wait, and would otherwise delay the end of the run. With
 * `--randomize`, the seed decides the order of the files too.
 */
export default class LongestFirst extends TestSequencer {
  constructor({ globalConfig: { randomize, seed } }) {
    super();
    const placeOf = (path) => createHash('sha256').update(`${seed} ${path}`).digest('hex');
    this.rank = ({ path }) => (randomize ? placeOf(path) : SLOW.test(path) ? '0' : '1');
  }

  sort(tests) {
    return super.sort(tests).sort((a, b) => this.rank(a).localeCompare(this.rank(b)));
  }
}
