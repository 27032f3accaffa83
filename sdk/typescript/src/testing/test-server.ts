import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** Answers requests with its answers in order, and keeps the requests. */
export class TestServer {
  readonly received: ReceivedRequest[] = [];
  private readonly answers: Answer[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestServer> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body };
        testServer.received.push(received);
        const answer = testServer.answers.shift() ?? json({ code: 'not_found' }, 404);
        answer(response, received);
      });
    });
    const testServer = new TestServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return testServer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Drops the received requests, and answers the next ones. */
  expect(...answers: Answer[]): void {
    this.received.splice(0);
    this.answers.splice(0, Infinity, ...answers);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export function json(body: object, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}, param?: string): Answer {
  const error = { message: 'A detail', type: 'server_error', code, param: param ?? null };
  const body = { type: `urn:luit:error:${code}`, title: 'Title', status, detail: 'A detail', code, request_id: 'r-1' };
  return json({ ...body, error }, status, { 'content-type': 'application/problem+json', ...headers });
}

/** Closes the connection without a response. */
export const loseConnection: Answer = (response) => void response.destroy();
