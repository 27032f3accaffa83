import type { CreditsUpdated, RequestView } from '@luit/contracts/http';
import { io, type Socket } from 'socket.io-client';
import { until } from './until';

/** Collects what is pushed to one creator. */
export class LiveConnection {
  readonly requests: { at: number; request: RequestView }[] = [];
  readonly credits: CreditsUpdated[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('request.updated', (request: RequestView) => this.requests.push({ at: Date.now(), request }));
    socket.on('credits.updated', (credits: CreditsUpdated) => this.credits.push(credits));
  }

  static async open(api: string, token: string): Promise<LiveConnection> {
    const socket = io(api, { path: '/socket.io', auth: { token }, transports: ['websocket'], forceNew: true });
    const connection = new LiveConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return connection;
  }

  /** The pushed final state of a request. */
  async final(requestId: string): Promise<RequestView> {
    return until(`the pushed end of ${requestId}`, () => {
      const found = this.requests.find(
        ({ request }) => request.request_id === requestId && request.status !== 'processing',
      );
      return found?.request;
    });
  }

  close(): void {
    this.socket.close();
  }
}
