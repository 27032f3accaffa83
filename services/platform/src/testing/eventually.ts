const RETRY_INTERVAL_MS = 20;

/**
 * Repeats an asynchronous check until it passes.
 *
 * @param timeoutMs milliseconds
 * @throws the last error of the check if it does not pass in time
 */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 20_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
    }
  }
}
