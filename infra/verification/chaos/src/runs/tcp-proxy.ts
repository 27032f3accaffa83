import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can be stalled: no bytes pass, and neither side sees the connection close. */
export class TcpProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly server = createServer({ pauseOnConnect: true }, (client) => this.connect(client));
  private target = 0;
  private isStalled = false;

  /**
   * Starts listening. The target may be set later, so that clients can be configured before the server's port is known.
   *
   * @param port any free one by default
   */
  static async open(port = 0): Promise<TcpProxy> {
    const proxy = new TcpProxy();
    proxy.server.listen(port, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  forwardTo(port: number): void {
    this.target = port;
  }

  stall(): void {
    this.isStalled = true;
    for (const [client, upstream] of this.pairs) {
      client.unpipe(upstream).pause();
      upstream.unpipe(client).pause();
    }
  }

  /** Delivers the data that was sent while the proxy was stalled, and everything from now on. */
  resume(): void {
    this.isStalled = false;
    for (const pair of this.pairs) pipe(pair);
  }

  /** Closes all connections, so that data sent while the proxy was stalled never arrives, and accepts new ones. */
  dropConnections(): void {
    this.isStalled = false;
    for (const [client, upstream] of this.pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  close(): void {
    this.server.close();
    for (const [client] of this.pairs) client.destroy();
  }

  private connect(client: Socket): void {
    const upstream = connect({ host: '127.0.0.1', port: this.target });
    const pair: [Socket, Socket] = [client, upstream];
    this.pairs.add(pair);
    for (const [one, other] of [pair, [upstream, client] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        this.pairs.delete(pair);
        other.destroy();
      });
    }
    if (!this.isStalled) pipe(pair);
  }
}

function pipe([client, upstream]: [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}
