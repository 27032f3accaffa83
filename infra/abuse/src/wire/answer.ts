import type { IncomingHttpHeaders } from 'node:http';

/** What came back. */
export interface Answer {
  /** 0 where the connection ended without an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  /** At most 64 kB of it. */
  body: string;
  /** Milliseconds from the first byte sent to the last one received. */
  ms: number;
  /** Why there was no answer, for example ECONNRESET. */
  failure?: string;
}

export const KEPT_BYTES = 64 * 1_024;
