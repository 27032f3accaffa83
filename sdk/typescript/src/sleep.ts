/**
 * Waits. Not `node:timers/promises`, which browsers and edge runtimes do not have.
 *
 * @throws the reason of the signal
 */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let stop = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
