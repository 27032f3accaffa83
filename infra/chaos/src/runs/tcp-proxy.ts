import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network line to a server that can be cut: while it is, nothing passes and nobody is told. */
export class TcpProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly server = createServer({ pauseOnConnect: true }, (near) => this.join(near));
  private target = 0;
  private isCut = false;

  /** Listens at once, so that its port can be told to others before the server's own is known. */
  static async open(): Promise<TcpProxy> {
    const link = new TcpProxy();
    link.server.listen(0, '127.0.0.1');
    await once(link.server, 'listening');
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  forwardTo(port: number): void {
    this.target = port;
  }

  cut(): void {
    this.isCut = true;
    for (const [near, far] of this.pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** What was sent meanwhile arrives now, late. */
  mend(): void {
    this.isCut = false;
    for (const pair of this.pairs) flow(pair);
  }

  close(): void {
    this.server.close();
    for (const [near] of this.pairs) near.destroy();
  }

  private join(near: Socket): void {
    const far = connect({ host: '127.0.0.1', port: this.target });
    const pair: [Socket, Socket] = [near, far];
    this.pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        this.pairs.delete(pair);
        other.destroy();
      });
    }
    if (!this.isCut) flow(pair);
  }
}

function flow([near, far]: [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}
