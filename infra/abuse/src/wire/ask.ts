import { type Agent, type IncomingMessage, request } from 'node:http';
import { type Answer, KEPT_BYTES } from './answer';

export interface Asked {
  method?: string;
  /** Path and query. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Loopback address that the connection comes from, such as 127.3.0.1. */
  from: string;
  agent?: Agent;
  /** Milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Sends one request. Never rejects: no answer is an answer of status 0. `origin`: where the stack listens. */
export function ask(origin: string, asked: Asked): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, from, agent, timeoutMs = TIMEOUT_MS } = asked;
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
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    sent.once('response', (response) => {
      void readAnswer(response, startedAt).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      failed(error.code ?? error.message);
    });
    sent.end(body);
  });
}

/** Whatever came until the connection ended. */
function readAnswer(response: IncomingMessage, startedAt: number): Promise<Answer> {
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
      if (body.length < KEPT_BYTES) body += chunk;
    });
    response.once('close', done);
    response.once('error', done);
  });
}
