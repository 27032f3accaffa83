import { chromiumPath } from '@luit/local/system-programs';
import { defineConfig } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const JOURNEYS = import.meta.dirname;

/** `npm test -- --random SEED` sets the seed. Playwright runs projects in their order, but files of a project by their names. */
function inRandomOrder(seed: string) {
  const placeOf = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const files = readdirSync(JOURNEYS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.spec.ts'),
  );
  return files
    .sort((a, b) => placeOf(a).localeCompare(placeOf(b)))
    .map((file) => ({ name: file, testMatch: path.join(JOURNEYS, file) }));
}

const seed = process.env.LUIT_TEST_SEED;

/**
 * Browser tests against a full stack that `stack.ts` starts, three files at a time. Tests that would affect others
 * start their own stack (`isolated-stack.ts`). The apps must be built first. `npm test` runs the tests with the tag
 * `@journey`, what customers and operators cannot do without; `npm run verify -- browser` runs all.
 */
export default defineConfig({
  testDir: JOURNEYS,
  ...(seed && { projects: inRandomOrder(seed) }),
  // Has a command of its own, `npm run verify -- incident`.
  testIgnore: 'incident-drill.spec.ts',
  globalSetup: './stack.ts',
  outputDir: '../../../test-results',
  fullyParallel: false,
  workers: 3,
  // Three stacks and browsers share two cores, which may be slow ones.
  timeout: 600_000,
  // Detects cases that never end. Nothing here measures speed.
  expect: { timeout: 60_000 },
  use: {
    // Without it, an action on what does not exist waits until the case ends.
    actionTimeout: 120_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tests answer requests in place of the server, but cannot intercept requests of a service worker, so it is blocked. Its own specs
    // allow it.
    serviceWorkers: 'block',
    // On a machine without a GPU, animations take a fifth of the CPU time, and so would traces.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
