export interface BackoffSettings {
  /** Delay before the first retry. */
  firstMs: number;
  maxMs: number;
  /** Largest random share of the delay that is left out, from 0 to 1, so that clients that failed together do not retry together. */
  jitter?: number;
}

/**
 * Exponential backoff.
 *
 * @param attempt number of retries so far, from 0
 * @param random a number from 0 to 1
 * @returns milliseconds until the next attempt: `firstMs`, doubled for each further one up to `maxMs`, minus jitter
 */
export function backoff(
  attempt: number,
  { firstMs, maxMs, jitter = 0 }: BackoffSettings,
  random = Math.random,
): number {
  return withJitter(Math.min(firstMs * 2 ** attempt, maxMs), jitter, random);
}

/** Shortens a delay by a random share of at most `jitter`. */
export function withJitter(delayMs: number, jitter: number, random = Math.random): number {
  return Math.round(delayMs * (1 - jitter * random()));
}
