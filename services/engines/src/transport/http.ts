export interface HttpRequest {
  /** Only servers of operators may have private addresses. */
  instance: { id: string; isOwn: boolean };
  /** Label of metrics and spans. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** A form is sent as multipart, anything else as JSON. */
  body?: unknown;
  /** Limit until the whole response has arrived. A server that loads a model sends its first byte after minutes. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request once, with a timeout and a size limit on the response. Redirects are not followed.
 *
 * @throws NoResponseError
 */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** No complete response was received. `wasSent` is false only if the request was certainly never sent. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  constructor(
    readonly wasSent: boolean,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Address, DNS and connection errors, which occur before the request is sent. */
const BEFORE_SENDING = new Set([
  'forbidden_address',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function tooLarge(): NoResponseError {
  return new NoResponseError(true, 'response_too_large', 'The response is too large');
}

export function toNoResponseError(error: unknown): NoResponseError {
  if (error instanceof NoResponseError) return error;
  const { name, message, code: ownCode, cause } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return new NoResponseError(true, 'timeout', 'The provider did not respond in time');
  if (name === 'AbortError') return new NoResponseError(true, 'given_up', 'Aborted before the response arrived');
  const { code = ownCode ?? name, message: reason = message } = (cause ?? {}) as NodeJS.ErrnoException;
  return new NoResponseError(!BEFORE_SENDING.has(code), code, reason || message);
}

/** Milliseconds of a Retry-After header: seconds or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
