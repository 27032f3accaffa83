import type { CreditsUpdated } from '@luit/contracts/http/accounts';
import type { RequestView, SyncAnswer } from '@luit/contracts/http/requests';
import { io, type Socket } from 'socket.io-client';
import { until } from './until';

const CONNECT_AGAIN_MS = 1_000;
const ANSWERED_WITHIN_MS = 10_000;

/** Collects what is pushed to one creator, and asks for what was missed whenever the connection comes back. */
export class LiveConnection {
  readonly requests: { at: number; request: RequestView }[] = [];
  readonly credits: CreditsUpdated[] = [];

  private isClosed = false;

  private constructor(private readonly socket: Socket) {
    socket.on('request.updated', (request: RequestView) => this.requests.push({ at: Date.now(), request }));
    socket.on('credits.updated', (credits: CreditsUpdated) => this.credits.push(credits));
  }

  /** @param token may change; a connection that comes back brings the newest */
  static async open(api: string, token: string | (() => string)): Promise<LiveConnection> {
    const auth = (tell: (introduction: object) => void): void =>
      tell({ token: typeof token === 'string' ? token : token() });
    const socket = io(api, { path: '/socket.io', auth, transports: ['websocket'], forceNew: true });
    const connection = new LiveConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    socket.on('connect', () => connection.catchUp());
    // One that was refused or sent away does not come again by itself.
    const again = (): void => {
      if (!socket.active) setTimeout(() => connection.reconnect(), CONNECT_AGAIN_MS);
    };
    socket.on('connect_error', again);
    socket.on('disconnect', again);
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
    this.isClosed = true;
    this.socket.close();
  }

  private reconnect(): void {
    if (!this.isClosed) this.socket.connect();
  }

  /** A gateway that cannot tell now is asked again while the connection stands. */
  private catchUp(): void {
    this.socket.timeout(ANSWERED_WITHIN_MS).emit('sync', {}, (silence: Error | null, answer?: SyncAnswer | object) => {
      if (!silence && answer && 'requests' in answer) {
        for (const request of answer.requests) this.requests.push({ at: Date.now(), request });
      } else if (this.socket.connected) setTimeout(() => this.catchUp(), CONNECT_AGAIN_MS);
    });
  }
}
