import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Purchase } from './paid-jobs';

/** How long a video takes, at this vendor and at the one of the sandbox. */
export const VENDOR_SECONDS = 1;
/** Luit checks, labels and stores each video, which costs more than everything that is compared; the peers do nothing with theirs. */
export const SUCCEEDS_EVERY = 10;

/** The vendor of the peers: `POST /{id of the job}` buys a video and responds when it is finished. One in ten succeeds. */
export class Vendor {
  private readonly bought = new Map<string, Purchase>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const id = request.url?.slice(1) ?? '';
      const purchase = this.bought.get(id) ?? { times: 0, firstAt: Date.now(), finishedAt: undefined };
      purchase.times += 1;
      this.bought.set(id, purchase);
      void pause(VENDOR_SECONDS * 1_000).then(() => {
        purchase.finishedAt = Date.now();
        const state = Number.parseInt(id.slice(-4), 16) % SUCCEEDS_EVERY === 0 ? 'succeeded' : 'failed';
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ state }));
      });
    });
  }

  static async open(): Promise<Vendor> {
    const vendor = new Vendor();
    await new Promise<void>((resolve) => vendor.server.listen(0, '127.0.0.1', resolve));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  purchases(ids: string[]): Map<string, Purchase> {
    return new Map(ids.flatMap((id) => (this.bought.has(id) ? [[id, this.bought.get(id)!]] : [])));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
