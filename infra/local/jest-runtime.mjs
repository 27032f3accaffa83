import Runtime from 'jest-runtime';

/**
 * Loads modules once for each of jest's workers instead of once for each spec file, as vitest does with `isolate: false`.
 * Nest, TypeORM and their kin are twelve hundred modules, and took as long as the tests themselves. What files share by that
 * is what they would share in one process; no test here replaces a module. Written for jest-runtime 30.5, whose fields it uses.
 */
export default class SharedRuntime extends Runtime {
  static only;

  constructor(...args) {
    const { only } = SharedRuntime;
    if (only) {
      const testPath = args[6];
      only.begin(testPath);
      return only;
    }
    super(...args);
    SharedRuntime.only = this;
  }

  /** Only jest itself starts anew: it keeps a file's tests and hooks in modules of its own. */
  begin(testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
    this.registries.internalModuleRegistry.clear();
    // What `jest.setTimeout` said in one file is for that file.
    delete this._environment.global[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }

  /** What it loaded is the next file's too. */
  teardown() {}
}
