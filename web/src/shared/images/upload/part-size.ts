/** A slow phone sends 16 kB within seconds; larger parts than 1 MB would gain nothing. */
const MIN_BYTES = 16 * 1024;
const MAX_BYTES = 1024 * 1024;
export const FIRST_PART_BYTES = 32 * 1024;
/** Short enough for a progress bar that moves. */
const TARGET_MS = 700;

/** The size of the next part, bytes, so that sending it takes about 0.7 s. At most doubles. */
export function nextPartBytes(bytes: number, ms: number): number {
  const fitting = (bytes * TARGET_MS) / Math.max(1, ms);
  return Math.round(Math.min(MAX_BYTES, bytes * 2, Math.max(MIN_BYTES, fitting)));
}
