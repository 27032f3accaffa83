import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { metrics } from '@luit/platform/metrics/metrics';
import { withDeadline } from '@luit/platform/scheduling/deadline';
import { annotateSpan, inSpan } from '@luit/platform/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Histogram } from 'prom-client';
import { assertOwn, assertPublic, ownLookup, publicLookup } from '../outputs/address-guard';
import type { ProviderInstance } from './provider';

const providerRequests = new Histogram({
  name: 'luit_provider_request_duration_seconds',
  help: 'Duration of a request to a provider, by provider, operation and outcome (HTTP status or error code)',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

export interface HttpRequest {
  /** Only servers of operators may have private addresses. */
  instance: Pick<ProviderInstance, 'id' | 'isOwn'>;
  /** Label of metrics and spans. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** A form is sent as multipart, anything else as JSON. */
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
  'forbidden_address',
]);

/** An idle connection is closed before servers close it, so that no request is lost on it. */
const IDLE_MS = 4_000;
const KEEP = { keepAlive: true, timeout: IDLE_MS };
/** Kept apart, so that a connection to a private address is not reused for an instance that must not have one. */
const CONNECTIONS = {
  own: { http: new HttpAgent(KEEP), https: new HttpsAgent(KEEP), lookup: ownLookup, assert: assertOwn },
  public: { http: new HttpAgent(KEEP), https: new HttpsAgent(KEEP), lookup: publicLookup, assert: assertPublic },
};

/**
 * Sends a request once, with a timeout and a size limit on the response. Redirects are not followed.
 *
 * @throws NoResponseError
 */
export function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { operation, method, url } = request;
  const provider = request.instance.id;
  // The log does not contain paths and queries, which may contain signatures and callback URLs.
  const attributes = { 'luit.provider': provider, 'http.request.method': method, 'server.address': new URL(url).host };
  return inSpan(`${provider} ${operation}`, { kind: SpanKind.CLIENT, attributes }, () => measured(request));
}

async function measured(request: HttpRequest): Promise<HttpResponse> {
  const { instance, operation } = request;
  const stopTimer = providerRequests.startTimer({ provider: instance.id, operation });
  try {
    const response = await send(request);
    stopTimer({ outcome: String(response.status) });
    annotateSpan({ 'http.response.status_code': response.status }, response.status >= 400);
    return response;
  } catch (error) {
    const noResponse = toNoResponseError(error);
    stopTimer({ outcome: noResponse.code });
    if (noResponse.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: noResponse.message, provider: instance.id });
    }
    throw noResponse;
  }
}

const send = ({ timeoutMs, signal: outer, ...request }: HttpRequest): Promise<HttpResponse> =>
  withDeadline(timeoutMs, outer, async (signal) => {
    const message = await open(request, signal);
    const headers = new Headers(
      Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
    );
    return { status: message.statusCode ?? 0, headers, text: await readBounded(message) };
  });

async function open(
  { instance, method, url: address, headers, body }: Omit<HttpRequest, 'timeoutMs' | 'signal'>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(address);
  const { http, https, lookup, assert } = CONNECTIONS[instance.isOwn ? 'own' : 'public'];
  assert(url);
  const content = await contentOf(body);
  const options = { method, headers: { accept: 'application/json', ...content?.headers, ...headers }, lookup, signal };
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: https }, resolve)
        : httpRequest(url, { ...options, agent: http }, resolve);
    outgoing.on('error', reject);
    outgoing.end(content?.bytes);
  });
}

async function contentOf(body: unknown): Promise<{ bytes: Buffer; headers: Record<string, string> } | undefined> {
  if (!body) return undefined;
  // The platform's own encoder chooses the boundary.
  const form = body instanceof FormData ? new Response(body) : null;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(JSON.stringify(body));
  const type = form?.headers.get('content-type') ?? 'application/json';
  return { bytes, headers: { 'content-type': type, 'content-length': String(bytes.length) } };
}

async function readBounded(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new NoResponseError(true, 'response_too_large', 'The response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toNoResponseError(error: unknown): NoResponseError {
  if (error instanceof NoResponseError) return error;
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return new NoResponseError(true, 'timeout', 'The provider did not respond in time');
  if (name === 'AbortError') return new NoResponseError(true, 'given_up', 'Aborted before the response arrived');
  // With several addresses, each of which failed, the message is empty.
  const { code = name } = error as NodeJS.ErrnoException;
  return new NoResponseError(!BEFORE_SENDING.has(code), code, message || code);
}

/** Milliseconds of a Retry-After header: seconds or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
