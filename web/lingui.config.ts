import { defineConfig } from '@lingui/conf';

/** The modules that the macros import. */
export const I18N = 'luit:i18n';
export const TRANS = 'luit:trans';

/** The source code is in English; the catalog of each other language has its translations. See docs/languages.md. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.spec.*', '**/testing/**'] },
  ],
  runtimeConfigModule: { i18n: [I18N, 'i18n'], Trans: [TRANS, 'Trans'] },
  // Line numbers would change with every edit of a file.
  formatOptions: { lineNumbers: false },
  orderBy: 'origin',
});
