import type { IncomingHttpHeaders } from 'node:http';

/** True if an app repeats this request on a timer, so that it does not count as use of the session. */
export function isBackground(headers: IncomingHttpHeaders): boolean {
  return headers['x-background'] === '1';
}
