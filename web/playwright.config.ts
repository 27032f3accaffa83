import { chromiumPath } from '@luit/local/system-programs';
import { defineConfig } from '@playwright/test';

/**
 * Browser tests against a full stack that `e2e/stack.ts` starts, four files at a time. Tests that would affect others
 * start their own stack (`e2e/isolated-stack.ts`). The apps must be built first.
 */
export default defineConfig({
  testDir: 'e2e',
  // Has a command of its own, `npm run incident-drill`.
  testIgnore: 'incident-drill.spec.ts',
  globalSetup: './e2e/stack.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 4,
  // Four stacks and browsers share two cores, which may be slow ones.
  timeout: 600_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tests answer requests in place of the server, and those of a service worker pass them by. Its own specs allow it.
    serviceWorkers: 'block',
    // On a machine without a GPU, traces and animations each take a fifth of the CPU time.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
