import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy in front of a gateway that loses answers: the gateway has done its work, and the client sees a broken connection. */
export class LosingProxy {
  /** How many of the next answers to changes are lost. */
  losing = 0;
  /** The headers of each change. */
  readonly received: IncomingHttpHeaders[] = [];

  private constructor(private readonly server: Server) {}

  static async start(target: string): Promise<LosingProxy> {
    const server = createServer();
    const proxy = new LosingProxy(server);
    server.on('request', (request, response) => {
      const { method = 'GET', url = '/', headers } = request;
      if (method !== 'GET') proxy.received.push(headers);
      const forwarded = httpRequest(new URL(url, target), { method, headers }, (answer) => {
        void buffer(answer).then((body) => {
          if (method !== 'GET' && proxy.losing > 0) {
            proxy.losing -= 1;
            request.socket.destroy();
          } else response.writeHead(answer.statusCode!, answer.headers).end(body);
        });
      });
      request.pipe(forwarded);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
