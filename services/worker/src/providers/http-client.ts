import { metrics } from '@luit/platform/metrics/metrics';
import { withDeadline } from '@luit/platform/scheduling/deadline';
import { annotateSpan, inSpan } from '@luit/platform/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import { Histogram } from 'prom-client';

const providerRequests = new Histogram({
  name: 'luit_provider_request_duration_seconds',
  help: 'Duration of a request to a provider, by provider, operation and outcome (HTTP status or error code)',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

export interface HttpRequest {
  /** Metric and span labels. */
  provider: string;
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

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

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** DNS and connection errors, which occur before the request is sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends a request once, with a timeout and a size limit on the response. Redirects are not followed.
 *
 * @throws NoResponseError
 */
export function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { provider, operation, method, url } = request;
  // The log does not contain paths and queries, which may contain signatures and callback URLs.
  const attributes = { 'luit.provider': provider, 'http.request.method': method, 'server.address': new URL(url).host };
  return inSpan(`${provider} ${operation}`, { kind: SpanKind.CLIENT, attributes }, () => measured(request));
}

async function measured(request: HttpRequest): Promise<HttpResponse> {
  const { provider, operation } = request;
  const stopTimer = providerRequests.startTimer({ provider, operation });
  try {
    const response = await send(request);
    stopTimer({ outcome: String(response.status) });
    annotateSpan({ 'http.response.status_code': response.status }, response.status >= 400);
    return response;
  } catch (error) {
    const noResponse = toNoResponseError(error);
    stopTimer({ outcome: noResponse.code });
    throw noResponse;
  }
}

const send = ({ method, url, headers, body, timeoutMs, signal: outer }: HttpRequest): Promise<HttpResponse> =>
  withDeadline(timeoutMs, outer, async (signal) => {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body ? JSON.stringify(body) : undefined,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, headers: response.headers, text: await readBounded(response) };
  });

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new NoResponseError(true, 'response_too_large', 'The response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toNoResponseError(error: unknown): NoResponseError {
  if (error instanceof NoResponseError) return error;
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return new NoResponseError(true, 'timeout', 'The provider did not respond in time');
  if (name === 'AbortError') return new NoResponseError(true, 'given_up', 'Aborted before the response arrived');
  const { code = name, message: reason = message } = (cause ?? {}) as NodeJS.ErrnoException;
  return new NoResponseError(!BEFORE_SENDING.has(code), code, reason || message);
}

/** Milliseconds of a Retry-After header: seconds or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
