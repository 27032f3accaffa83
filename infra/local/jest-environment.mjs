import { TestEnvironment } from 'jest-environment-node';

/** Jest's Node environment, created once per worker instead of once per spec file; see `jest-runtime.mjs`. */
export default class SharedEnvironment extends TestEnvironment {
  static instance;

  constructor(...args) {
    if (SharedEnvironment.instance) return SharedEnvironment.instance;
    super(...args);
    SharedEnvironment.instance = this;
  }

  /** Keeps everything for the next spec file. */
  async teardown() {}
}
