import type { CreditsUpdated } from '@luit/contracts/http/accounts';
import type { RequestView, SyncAnswer } from '@luit/contracts/http/requests';
import { io, type Socket } from 'socket.io-client';
import { until } from './until';

const RECONNECT_DELAY_MS = 1_000;
const SYNC_TIMEOUT_MS = 60_000;

/** Collects the pushes to one creator, and syncs missed updates after each reconnect. */
export class LiveConnection {
  readonly requests: { at: number; request: RequestView }[] = [];
  readonly credits: CreditsUpdated[] = [];

  private isClosed = false;

  private constructor(private readonly socket: Socket) {
    socket.on('request.updated', (request: RequestView, acknowledge?: () => void) => {
      this.requests.push({ at: Date.now(), request });
      acknowledge?.();
    });
    socket.on('credits.updated', (credits: CreditsUpdated) => this.credits.push(credits));
  }

  /** @param token a token, or a function that returns the current token for each reconnect */
  static async open(api: string, token: string | (() => string)): Promise<LiveConnection> {
    const auth = (callback: (handshake: object) => void): void =>
      callback({ token: typeof token === 'string' ? token : token() });
    const socket = io(api, { path: '/socket.io', auth, transports: ['websocket'], forceNew: true });
    const connection = new LiveConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    socket.on('connect', () => connection.sync());
    socket.on('updates.lost', () => connection.sync());
    // socket.io does not reconnect on its own after the server refused or closed the connection.
    const reconnectLater = (): void => {
      if (!socket.active) setTimeout(() => connection.reconnect(), RECONNECT_DELAY_MS);
    };
    socket.on('connect_error', reconnectLater);
    socket.on('disconnect', reconnectLater);
    return connection;
  }

  /** Waits for the pushed final state of a request. */
  async finalState(requestId: string): Promise<RequestView> {
    return until(`the final state of ${requestId}`, () => {
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

  /** Requests missed updates. Retries while connected if the gateway cannot answer. */
  private sync(): void {
    this.socket.timeout(SYNC_TIMEOUT_MS).emit('sync', {}, (timeout: Error | null, answer?: SyncAnswer | object) => {
      if (!timeout && answer && 'requests' in answer) {
        for (const request of answer.requests) this.requests.push({ at: Date.now(), request });
      } else if (this.socket.connected) setTimeout(() => this.sync(), RECONNECT_DELAY_MS);
    });
  }
}
