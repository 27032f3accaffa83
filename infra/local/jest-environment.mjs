import { TestEnvironment } from 'jest-environment-node';

/** Jest's environment for Node, made once for each worker instead of once for each spec file: see `jest-runtime.mjs`. */
export default class SharedEnvironment extends TestEnvironment {
  static only;

  constructor(...args) {
    if (SharedEnvironment.only) return SharedEnvironment.only;
    super(...args);
    SharedEnvironment.only = this;
  }

  /** What it holds is the next file's too. */
  async teardown() {}
}
