import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The messages of mails and web pushes. Services are compiled without macros, so the id of a message is its English text. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'hi'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/notices/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.spec.*', '**/test/**'],
    },
  ],
  extractorParserOptions: { tsExperimentalDecorators: true },
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false }),
  orderBy: 'origin',
});
