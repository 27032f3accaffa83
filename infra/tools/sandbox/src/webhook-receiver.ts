import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The raw body, for signatures. */
  raw: string;
  json: Record<string, unknown>;
  atMs: number;
}

export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** Waits until that many webhooks were received. */
  count(wanted: number): Promise<Received[]>;
  /** Waits for the first webhook that matches, including those already received. */
  first(matches: (received: Received) => boolean): Promise<Received>;
  /** Statuses of the next responses; afterward 200. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

/** A test server that receives and records webhooks. */
export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, raw, json: JSON.parse(raw), atMs: Date.now() });
      response.writeHead(statuses.shift() ?? 200).end();
      for (const watcher of watchers) watcher();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const watcher = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/ref-1`,
    received,
    count: (wanted) => until(() => (received.length >= wanted ? received : undefined)),
    first: (matches) => until(() => received.find(matches)),
    answerWith: (...next) => void statuses.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
