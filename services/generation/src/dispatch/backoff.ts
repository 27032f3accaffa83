const INITIAL_MS = 500;
const MAX_MS = 30_000;

/** Exponential backoff in milliseconds, from 500 ms up to 30 s. */
export function backoff(failures: number): number {
  return Math.min(INITIAL_MS * 2 ** failures, MAX_MS);
}
