import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A classifier that finds nothing in any text, or answers with an error. */
export class ClassifierServer {
  private isBroken = false;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ClassifierServer> {
    const server = createServer((_, response) => {
      response.writeHead(classifier.isBroken ? 500 : 200).end('{"scores":{}}');
    });
    const classifier = new ClassifierServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return classifier;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** @returns a function that repairs it */
  break(): () => Promise<void> {
    this.isBroken = true;
    return () => {
      this.isBroken = false;
      return Promise.resolve();
    };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
