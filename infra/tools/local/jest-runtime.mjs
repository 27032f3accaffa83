import Runtime from 'jest-runtime';
import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';

/** Storages of the runner of the current spec file. */
const storages = [];

class RunnerStorage extends AsyncLocalStorage {
  constructor() {
    super();
    storages.push(this);
  }
}

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
    // Fastify searches `require.cache` for the name of each plugin. Jest's own object lists thousands of modules each time.
    this.registries.requireCacheProxy = {};
  }

  /** Reloads only Jest's runner, which holds the tests and hooks of a file. */
  begin(testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
    const { internalModuleRegistry } = this.registries;
    for (const file of internalModuleRegistry.keys())
      if (file.includes('/jest-circus/')) internalModuleRegistry.delete(file);
    const { global } = this._environment;
    // Runners of earlier files would report each test again, and wait for the event loop each time.
    delete global[Symbol.for('EVENT_HANDLERS')];
    // Otherwise the tests would keep the applications that they started in memory.
    for (const symbol of Object.getOwnPropertySymbols(global))
      if (symbol.description === 'JEST_STATE_SYMBOL') empty(global[symbol]);
    // Each of their storages would add a property to every later promise.
    for (const storage of storages.splice(0)) storage.disable();
    // A timeout set with `jest.setTimeout` applies to one file only.
    delete global[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }

  /** Jest's own modules, of which only the runner creates storages. */
  requireInternalModule(...args) {
    const before = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
    // Node 24 has a getter without a setter.
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: RunnerStorage, configurable: true });
    try {
      return super.requireInternalModule(...args);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', before);
    }
  }

  /** Keeps loaded modules for the next spec file. */
  teardown() {}
}

/** The global object of a context keeps a property that is deleted. */
function empty(object) {
  for (const key of Object.keys(object)) delete object[key];
}
