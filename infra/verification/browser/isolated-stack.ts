import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { test } from '@playwright/test';

/** Starts a separate stack for tests that change shared state such as settings, prices or providers. `stack()` returns it. */
export function isolatedStack(options: Parameters<typeof startThrowawayStack>[0] = {}): void {
  /** Undefined if the stack did not start. */
  let restore: (() => Promise<void>) | undefined;

  test.beforeAll(async () => {
    const { LUIT_STACK } = process.env;
    const { running, close } = await startThrowawayStack(options);
    process.env.LUIT_STACK = JSON.stringify(running.stack);
    restore = () => {
      process.env.LUIT_STACK = LUIT_STACK;
      return close(true);
    };
  });

  test.afterAll(() => restore?.());
}
