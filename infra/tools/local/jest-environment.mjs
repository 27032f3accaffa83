import { TestEnvironment } from 'jest-environment-node';
import { Costs } from './jest-costs.mjs';

/**
 * Jest's Node environment, created once per worker instead of once per spec file; see `jest-runtime.mjs`. Test fixtures read
 * `runningTest`, a new object for each test and undefined outside of tests, to forget what an earlier test has set.
 */
export default class SharedEnvironment extends TestEnvironment {
  static instance;

  constructor(...args) {
    const { instance } = SharedEnvironment;
    if (instance) {
      instance.measure(args[1].testPath);
      return instance;
    }
    super(...args);
    SharedEnvironment.instance = this;
    this.measure(args[1].testPath);
  }

  measure(specFile) {
    this.costs = process.env.TEST_COSTS ? new Costs(specFile) : undefined;
  }

  handleTestEvent(event) {
    if (event.name === 'test_start') this.global.runningTest = {};
    if (event.name === 'test_done') this.global.runningTest = undefined;
    this.costs?.handle(event);
  }

  /** Keeps everything for the next spec file. */
  async teardown() {
    this.costs?.write();
  }
}
