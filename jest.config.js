// Packages that ship only ES modules and must be transformed for Jest.
const esOnly = [
  '@nestjs',
  '@fastify',
  'file-type',
  '@tokenizer',
  'token-types',
  'uint8array-extras',
  'strtok3',
  '@borewit',
  'uuid',
  'jose',
  'oidc-provider',
  'openid-client',
  'oauth4webapi',
  'load-esm',
  '@maildev',
  'content-disposition',
  'cookie',
  '@noble',
  '@scure',
].join('|');

const swc = {
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
};

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/services', '<rootDir>/sdk', '<rootDir>/infra'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: '<rootDir>/infra/tools/local/jest-environment.mjs',
  runtime: '<rootDir>/infra/tools/local/jest-runtime.mjs',
  testEnvironmentOptions: { customExportConditions: ['luit-source', 'node', 'node-addons', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/'],
  // Playwright runs those.
  testPathIgnorePatterns: ['/node_modules/', '/verification/browser/'],
  transform: {
    // This package declares `__dirname`, which Jest already declares for each module. Minified, it has another name.
    '/@maildev/ui/': [
      '@swc/jest',
      { ...swc, minify: true, jsc: { ...swc.jsc, minify: { mangle: { topLevel: true } } } },
    ],
    '\\.([tj]s|mjs)$': ['@swc/jest', swc],
  },
  transformIgnorePatterns: [`/node_modules/(?!.*/node_modules/)(?!(${esOnly})/)`],
  setupFiles: [
    'reflect-metadata',
    '<rootDir>/services/platform/src/testing/quiet.ts',
    '<rootDir>/services/platform/src/testing/single-connections.ts',
  ],
  globalSetup: '<rootDir>/infra/tools/local/src/jest-global-setup.ts',
  globalTeardown: '<rootDir>/infra/tools/local/src/jest-global-teardown.ts',
  testSequencer: '<rootDir>/infra/tools/local/jest-sequencer.mjs',
  resolver: '<rootDir>/infra/tools/local/jest-resolver.cjs',
  maxWorkers: 4,
  testTimeout: 300_000,
};
