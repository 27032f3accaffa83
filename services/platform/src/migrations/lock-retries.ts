import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../scheduling/backoff';

/** SQLSTATEs of lock_not_available and deadlock_detected. The statement or transaction has changed nothing. */
const RETRIED = ['55P03', '40P01'];
/** Between two attempts the queue behind the lock empties. */
const BACKOFF = { firstMs: 500, maxMs: 10_000, jitter: 0.3 };

export interface LockRetries {
  /** Milliseconds after which the latest error is thrown. */
  limitMs: number;
  onRetry(error: Error, attempt: number): void;
}

/** Repeats work that waited too long for a lock, with pauses in which others get theirs. */
export async function withLockRetries<T>(work: () => Promise<T>, { limitMs, onRetry }: LockRetries): Promise<T> {
  const end = performance.now() + limitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = backoff(attempt, BACKOFF);
      if (!isRetried(error) || performance.now() + delayMs > end) throw error;
      onRetry(error, attempt + 1);
      await pause(delayMs);
    }
  }
}

function isRetried(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && RETRIED.includes(String(error.code));
}
