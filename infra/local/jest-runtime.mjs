import Runtime from 'jest-runtime';

/**
 * Loads modules once per Jest worker instead of once per spec file, like Vitest with `isolate: false`. Loading the 1,200
 * modules of Nest, TypeORM and others took as long as the tests themselves. Spec files therefore share module state; no
 * test mocks a module. Written for jest-runtime 30.5, whose private fields it uses.
 */
export default class SharedRuntime extends Runtime {
  static instance;

  constructor(...args) {
    const { instance } = SharedRuntime;
    if (instance) {
      const testPath = args[6];
      instance.begin(testPath);
      return instance;
    }
    super(...args);
    SharedRuntime.instance = this;
  }

  /** Reloads only Jest's internal modules, which hold the tests and hooks of a file. */
  begin(testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
    this.registries.internalModuleRegistry.clear();
    // A timeout set with `jest.setTimeout` applies to one file only.
    delete this._environment.global[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }

  /** Keeps loaded modules for the next spec file. */
  teardown() {}
}
