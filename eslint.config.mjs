import boundaries from 'eslint-plugin-boundaries';
import lingui from 'eslint-plugin-lingui';
import reactHooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Modules of contracts that browsers may load: constants and pure functions. */
const contractValues = [
  '*limits',
  'character-count',
  'access-actions',
  'languages',
  'consent-notices',
  'notification-kinds',
  'operator-permissions',
  'operator-lists',
  'approval-permissions',
  'gst-states',
  'gstin',
  'pack-savings',
  'prices',
  'quarters',
  'takedown-kinds',
  'video-sizes',
];

/** The way of a job through generation, from left to right. */
const ROOMS = ['requests', 'dispatch', 'submissions', 'tracking', 'settlement'];

const services = ['auth', 'billing', 'generation', 'worker', 'gateway'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'services/auth/src/locales/??.ts',
      'sdk/typescript/src/api.ts',
      '**/node_modules/**',
      '.luit/**',
      '.cache/**',
      'test-results/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // A single TypeScript program for all packages, so that shared libraries are parsed only once.
    languageOptions: { parserOptions: { project: 'tsconfig.eslint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="any"] CallExpression[callee.property.name="timeout"]',
          message: 'Node may garbage-collect the timeout before it fires (nodejs/node#57736). Use withDeadline.',
        },
      ],
      'max-lines': ['error', { max: 400, skipComments: true, skipBlankLines: true }],
    },
  },
  { files: ['**/*.mjs', 'infra/**', 'docs/examples/**', '*.js'], rules: { 'no-console': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['*.js'], languageOptions: { globals: { module: 'writable', require: 'readonly' } } },
  {
    // The browser's own dialogs block the page and cannot be styled; messages are part of the page.
    files: ['web/src/**/*.{ts,tsx}', 'admin-web/src/**/*.{ts,tsx}', 'ui/src/**/*.{ts,tsx}'],
    // The restricted syntax meets a bug of Node.
    rules: { 'no-alert': 'error', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['web/**/*.tsx', 'admin-web/**/*.tsx', 'ui/**/*.tsx'],
    // These rules run the React compiler on each file, which takes a seventh of the linter's time.
    ignores: ['**/*.spec.tsx'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    // Creators read the app in their language, so every text is a message. Developers and operators, and legal documents, use English.
    files: ['web/src/**/*.tsx', 'web/src/**/*copy.ts'],
    ignores: [
      '**/*.spec.tsx',
      'web/src/{testing,features/dev,features/info/content}/**',
      'web/src/app/shell/view-banner.tsx',
      'web/src/features/info/components/legal-text.tsx',
    ],
    plugins: { lingui },
    rules: {
      'lingui/t-call-in-function': 'error',
      'lingui/no-unlocalized-strings': [
        'error',
        {
          useTsTypes: true,
          // Names in the code, class names and paths. A text begins with a capital letter; the pseudo-locale test finds the others.
          ignore: ['^[^A-Z]*$', '^[a-z]\\S*$', '^[A-Z0-9_:./-]+$', '^\\W*Luit$'],
          ignoreNames: ['d', 'viewBox', 'className', { regex: { pattern: '^[A-Z0-9_]+$' } }],
          ignoreFunctions: ['logFailure', '*.addEventListener', 'Error', '*Error'],
        },
      ],
    },
  },
  {
    // Services depend on each other only through contracts, the SDK on nothing, and browser code never imports server code.
    files: ['services/**/*.ts', 'sdk/**/*.ts', 'web/**/*.{ts,tsx}', 'admin-web/**/*.{ts,tsx}', 'ui/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': {
        typescript: { noWarnOnMultipleProjects: true, conditionNames: ['luit-source', 'import', 'types'] },
      },
      'boundaries/elements': [
        { type: 'contracts', pattern: 'services/contracts' },
        { type: 'platform', pattern: 'services/platform' },
        ...services.map((service) => ({ type: service, pattern: `services/${service}` })),
        { type: 'sdk', pattern: 'sdk/*' },
        { type: 'ui', pattern: 'ui' },
        { type: 'web', pattern: 'web' },
        { type: 'admin-web', pattern: 'admin-web' },
        { type: 'infra', pattern: 'infra/*' },
      ],
      'boundaries/files': [
        {
          category: 'test',
          pattern: ['**/*.spec.ts', '**/src/test/**', '**/src/testing/**', '**/e2e/**', '**/playwright*.config.ts'],
        },
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            { from: { element: { type: 'platform' } }, allow: { to: { element: { type: 'contracts' } } } },
            ...services.map((service) => ({
              from: { element: { type: service } },
              allow: { to: { element: { types: { anyOf: ['contracts', 'platform'] } } } },
            })),
            {
              from: { element: { types: { anyOf: ['web', 'admin-web'] } } },
              allow: { to: { element: { types: { anyOf: ['ui', 'contracts'] } } } },
            },
            {
              from: { file: { categories: 'test' } },
              allow: { to: { element: { types: { anyOf: ['contracts', 'infra'] } } } },
            },
          ],
        },
      ],
    },
  },
  {
    // Browser code takes types from the contracts, and values only from modules without zod schemas.
    files: ['web/src/**/*.{ts,tsx}', 'admin-web/src/**/*.{ts,tsx}', 'ui/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^@luit/contracts/(?!\\w+/(${contractValues.join('|').replace('*', '[\\w-]*')})$)`,
              allowTypeImports: true,
              message:
                'Use import type: schemas would add zod to the bundle. Shared constants belong in a limits.ts file.',
            },
          ],
        },
      ],
    },
  },
  {
    files: contractValues.map((name) => `services/contracts/src/*/${name}.ts`),
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'zod', message: 'Browsers load this file.' }] }],
    },
  },
  {
    // Inside the web app, imports point one way: app → features → shared → lib. Features never import each other; what two of
    // them need belongs in shared.
    files: ['web/src/{app,features,shared,lib,testing}/**/*.{ts,tsx}'],
    settings: {
      'boundaries/elements': [
        { type: 'contracts', pattern: 'services/contracts' },
        { type: 'ui', pattern: 'ui' },
        { type: 'app', pattern: 'web/src/app' },
        { type: 'feature', pattern: 'web/src/features/*' },
        { type: 'shared', pattern: 'web/src/shared/*' },
        { type: 'lib', pattern: 'web/src/lib' },
        { type: 'testing', pattern: 'web/src/testing' },
      ],
      'boundaries/files': [{ category: 'test', pattern: ['**/*.spec.{ts,tsx}'] }],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            ...Object.entries({
              app: ['feature', 'shared', 'lib', 'ui', 'contracts'],
              feature: ['shared', 'lib', 'ui', 'contracts'],
              shared: ['shared', 'lib', 'ui', 'contracts'],
              lib: ['ui', 'contracts'],
              testing: ['shared', 'lib', 'contracts'],
            }).map(([type, anyOf]) => ({
              from: { element: { type } },
              allow: { to: { element: { types: { anyOf } } } },
            })),
            { from: { file: { categories: 'test' } }, allow: { to: { element: { type: 'testing' } } } },
          ],
        },
      ],
    },
  },
  {
    // Inside generation a job passes through rooms, and no room imports one to its left.
    files: [`services/generation/src/{${ROOMS.join(',')}}/**/*.ts`],
    settings: {
      'boundaries/elements': [
        { type: 'contracts', pattern: 'services/contracts' },
        { type: 'platform', pattern: 'services/platform' },
        ...ROOMS.map((room) => ({ type: room, pattern: `services/generation/src/${room}` })),
        { type: 'base', pattern: 'services/generation' },
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            ...ROOMS.map((type, index) => ({
              from: { element: { type } },
              allow: {
                to: { element: { types: { anyOf: ['contracts', 'platform', 'base', ...ROOMS.slice(index)] } } },
              },
            })),
            { from: { file: { categories: 'test' } }, allow: { to: { element: { types: { anyOf: ROOMS } } } } },
          ],
        },
      ],
    },
  },
  prettier,
);
