const POLL_INTERVAL_MS = 100;
const DEFAULT_TIMEOUT_MS = 120_000;

/**
 * Polls until there is a result.
 *
 * @throws Error naming what it waited for, with the last error as its cause
 */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined> | T | undefined,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  while (Date.now() < deadline) {
    try {
      const result = await poll();
      if (result !== undefined) return result;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`, { cause });
}
