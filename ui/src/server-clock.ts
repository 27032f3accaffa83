/** The `Date` header has a resolution of one second, and the response takes a while to arrive. */
const TOLERANCE_MS = 3_000;

let aheadMs = 0;

/**
 * The time of the server's clock, in milliseconds since 1970, because the local clock may be hours off. Before the first response, it is
 * the local time.
 */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Reads the server's clock from a response, unless the response may have been kept for a while. */
export function readServerClock({ headers }: Response): void {
  const time = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') ?? false;
  if (isFresh && Math.abs(time - serverNow()) > TOLERANCE_MS) aheadMs = time - Date.now();
}
