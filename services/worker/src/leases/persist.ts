import { LuitError } from '@luit/contracts/errors';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_PAUSE_MS = 250;

/**
 * Repeats a call while the service is unavailable, for `persistForMs` milliseconds at most and until all signals are aborted.
 *
 * @throws the last error of the call
 */
export async function persist<Answer>(
  persistForMs: number,
  signals: AbortSignal[],
  call: () => Promise<Answer>,
): Promise<Answer> {
  const end = performance.now() + persistForMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isUnavailable = error instanceof LuitError && error.code === 'unavailable';
      if (!isUnavailable || performance.now() > end || signals.every(({ aborted }) => aborted)) throw error;
      await pause(RETRY_PAUSE_MS);
    }
  }
}
