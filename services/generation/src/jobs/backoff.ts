const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Pause before the next try, milliseconds: half a second, doubled with each failure, half a minute at most. */
export function backoff(failures: number): number {
  return Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
}
