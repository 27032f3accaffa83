import type { IncomingHttpHeaders } from 'node:http';

/** A response as received. */
export interface WireResponse {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 64 kB. */
  body: string;
  /** Milliseconds from the first byte sent to the last one received. */
  ms: number;
  /** Why there was no response, for example ECONNRESET. */
  failure?: string;
}

export const MAX_BODY_BYTES = 64 * 1_024;
