import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config';

/** `npm run verify -- incident` plays an outage of all providers with the services' own settings, which takes about four minutes. */
export default defineConfig({
  ...browserTests,
  testIgnore: [],
  testMatch: 'incident-drill.spec.ts',
  // It starts a stack of its own.
  globalSetup: undefined,
  timeout: 900_000,
});
