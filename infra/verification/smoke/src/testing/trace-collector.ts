import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attributes = { key: string; value: Value }[];

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: Attributes;
}

interface Export {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Service and name, for example `gateway: POST /api/uploads`. */
  name: string;
  attributes: Record<string, unknown>;
}

/** An OTLP collector over HTTP that keeps the received spans. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  private readonly server: Server = createServer((request, response) => {
    read(request).then(
      (body) => {
        if (request.url === '/v1/traces') this.add(JSON.parse(body) as Export);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.writeHead(400).end(),
    );
  });

  static async open(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private add({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(plain(resource.attributes)['service.name']).replace(/^luit-/, '');
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { traceId, spanId, parentSpanId, name, attributes = [] } = span;
        this.spans.push({ traceId, spanId, parentSpanId, name: `${service}: ${name}`, attributes: plain(attributes) });
      }
    }
  }
}

function plain(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}
