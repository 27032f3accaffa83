import { withDeadline } from '@luit/platform/scheduling/deadline';
import { annotateSpan, inSpan } from '@luit/platform/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import { providerRequests } from './metrics';

export interface HttpRequest {
  /** For metrics: which vendor, and what is asked of it. */
  provider: string;
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** No whole answer came. `wasSent` is false only where the request surely never left. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  constructor(
    readonly wasSent: boolean,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Errors of resolving and connecting: they come before a byte of the request was written. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * One request, sent once, answered within its time and a bounded size. Redirects are not followed.
 *
 * @throws NoAnswerError
 */
export function ask(request: HttpRequest): Promise<HttpAnswer> {
  const { provider, operation, method, url } = request;
  // Paths and queries stay out: they may carry signatures and callback addresses.
  const attributes = { 'luit.provider': provider, 'http.request.method': method, 'server.address': new URL(url).host };
  return inSpan(`${provider} ${operation}`, { kind: SpanKind.CLIENT, attributes }, () => measured(request));
}

async function measured(request: HttpRequest): Promise<HttpAnswer> {
  const { provider, operation } = request;
  const stopTimer = providerRequests.startTimer({ provider, operation });
  try {
    const answer = await send(request);
    stopTimer({ outcome: String(answer.status) });
    annotateSpan({ 'http.response.status_code': answer.status }, answer.status >= 400);
    return answer;
  } catch (error) {
    const noAnswer = toNoAnswer(error);
    stopTimer({ outcome: noAnswer.code });
    throw noAnswer;
  }
}

const send = ({ method, url, headers, body, timeoutMs, signal: outer }: HttpRequest): Promise<HttpAnswer> =>
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
    if (bytes > MAX_ANSWER_BYTES) throw new NoAnswerError(true, 'answer_too_large', 'The answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toNoAnswer(error: unknown): NoAnswerError {
  if (error instanceof NoAnswerError) return error;
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return new NoAnswerError(true, 'timeout', 'No answer in time');
  if (name === 'AbortError') return new NoAnswerError(true, 'given_up', 'Given up before the answer came');
  const { code = name, message: reason = message } = (cause ?? {}) as NodeJS.ErrnoException;
  return new NoAnswerError(!BEFORE_SENDING.has(code), code, reason || message);
}

/** Milliseconds of a Retry-After header: seconds or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
