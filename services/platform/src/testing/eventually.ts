const PAUSE_MS = 20;

/**
 * Looks until the check passes, for what becomes true by itself.
 *
 * @throws the check's last error when it does not pass within `timeoutMs`
 */
export async function eventually<T>(check: () => Promise<T> | T, timeoutMs = 10_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
