import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { test } from '@playwright/test';

/** For journeys that change what a whole stack shares: settings, prices, providers. `stack()` is theirs until the last. */
export function isolatedStack(options: Parameters<typeof startThrowawayStack>[0] = {}): void {
  let giveBack: () => Promise<void>;

  test.beforeAll(async () => {
    const { LUIT_STACK } = process.env;
    const { running, close } = await startThrowawayStack(options);
    process.env.LUIT_STACK = JSON.stringify(running.stack);
    giveBack = () => {
      process.env.LUIT_STACK = LUIT_STACK;
      return close(true);
    };
  });

  test.afterAll(() => giveBack());
}
