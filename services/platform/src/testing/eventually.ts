import type { LuitError } from '@luit/contracts/errors';

const FIRST_INTERVAL_MS = 10;
const INTERVAL_FACTOR = 1.3;
/** A wait of one second makes about fifteen checks, because each check that fails costs processor time. */
const LONGEST_INTERVAL_MS = 100;

/**
 * Repeats an asynchronous check until it passes, less and less often.
 *
 * @param timeoutMs milliseconds. The default ends a hang; a loaded machine takes a minute for a rendering
 * @throws the last error of the check if it does not pass in time
 */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 120_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(LONGEST_INTERVAL_MS, intervalMs * INTERVAL_FACTOR)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}

/**
 * Repeats a call until no lock refuses it: statements wait for the lock of an account only so long, which a busy machine exceeds. Calls
 * are idempotent.
 *
 * @throws any other error of the call
 */
export async function onceAvailable<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if ((error as LuitError).code !== 'unavailable') throw error;
    return onceAvailable(call);
  }
}
