import { chromiumPath } from '@luit/local/system-programs';
import { defineConfig } from '@playwright/test';

/**
 * Journeys through a whole stack that `e2e/stack.ts` starts, four files at a time; those that would disturb the others
 * have one of their own (`e2e/own-stack.ts`). The checkout has to be built.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stack.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 4,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // On a machine without graphics, traces and motion each cost a fifth of the processor's time.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
