/** Times in responses have whole seconds and travel a while. */
const TOLERANCE_MS = 3_000;

let aheadMs = 0;

/** The time by the server's clock, in milliseconds since 1970: the local one may be hours off. The local time until the first response. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Reads the server's clock from a response, unless the response may have been kept for a while. */
export function readServerClock({ headers }: Response): void {
  const time = Date.parse(headers.get('date') ?? '');
  const isFresh = headers.get('cache-control')?.includes('no-store') ?? false;
  if (isFresh && Math.abs(time - serverNow()) > TOLERANCE_MS) aheadMs = time - Date.now();
}
