import { defineConfig } from '@playwright/test';

/** Journeys through a whole stack of their own, which `e2e/stack.ts` starts. The checkout has to be built. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stack.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
