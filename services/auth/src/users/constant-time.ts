import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work of any answer that is made even; a slower one waits for the next step. */
const STEP_MS = 50;

/**
 * Answers, or fails, a whole number of steps after it began, so that the time tells nobody which way the work went. The
 * work itself cannot be made even: one way writes a mail, the other finds that there is nobody to write to.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await sleep(STEP_MS - ((performance.now() - start) % STEP_MS));
  }
}
