import { type Agent, type IncomingMessage, request } from 'node:http';
import { type WireResponse, MAX_BODY_BYTES } from './response';

export interface RequestOptions {
  method?: string;
  /** Path and query. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Loopback address to connect from, such as 127.3.0.1. */
  from: string;
  agent?: Agent;
  /** Milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Sends one request. Never rejects: without a response, the status is 0. @param origin URL of the stack */
export function sendRequest(origin: string, options: RequestOptions): Promise<WireResponse> {
  const { method = 'GET', path, headers = {}, body, from, agent, timeoutMs = TIMEOUT_MS } = options;
  const { hostname, port } = new URL(origin);
  const sizes = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const failed = (failure: string): void =>
      resolve({ status: 0, headers: {}, body: '', ms: performance.now() - startedAt, failure });
    let sent;
    try {
      sent = request({
        hostname,
        port,
        method,
        path,
        localAddress: from,
        agent: agent ?? false,
        headers: { ...sizes, ...headers },
      });
    } catch (error) {
      return failed((error as Error).message);
    }
    const timer = setTimeout(() => sent.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
    sent.once('response', (response) => {
      void readAnswer(response, startedAt).then((response) => {
        clearTimeout(timer);
        resolve(response);
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      failed(error.code ?? error.message);
    });
    sent.end(body);
  });
}

/** Reads until the connection ends. */
function readAnswer(response: IncomingMessage, startedAt: number): Promise<WireResponse> {
  return new Promise((resolve) => {
    let body = '';
    const done = (): void =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body,
        ms: performance.now() - startedAt,
      });
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      if (body.length < MAX_BODY_BYTES) body += chunk;
    });
    response.once('close', done);
    response.once('error', done);
  });
}
