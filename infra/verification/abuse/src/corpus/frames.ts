import { io, type Socket } from 'socket.io-client';
import type { AttackerAccess } from '../participants';
import type { WireResponse } from '../wire/response';

const RESPONSE_TIMEOUT_MS = 2_000;
const CONNECTED_WITHIN_MS = 60_000;

/**
 * Sends frames on its own sockets and maps the results to HTTP statuses: 200 for success, 400 for a refusal, 204 for no
 * response, and 403 if the gateway disconnects.
 */
export class FrameSender {
  private readonly sockets = new Map<string, Promise<Socket>>();

  constructor(private readonly access: AttackerAccess) {}

  async send(as: 'user' | 'operator', event: string, args: unknown[]): Promise<WireResponse> {
    const startedAt = performance.now();
    const socket = await this.socketOf(as);
    const ended = new Promise<[number, unknown]>((resolve) =>
      socket.once('disconnect', (reason) => resolve([403, reason])),
    );
    const answered = socket
      .timeout(RESPONSE_TIMEOUT_MS)
      .emitWithAck(event, ...args)
      .then(
        (body: { success?: boolean; code?: string }): [number, unknown] => [
          body?.code ? statusOf(body.code) : 200,
          body,
        ],
        (): [number, unknown] => [204, ''],
      );
    const [status, body] = await Promise.race([answered, ended]);
    const ms = status === 204 ? 0 : performance.now() - startedAt;
    return { status, headers: {}, body: JSON.stringify(body ?? ''), ms };
  }

  async close(): Promise<void> {
    for (const socket of await Promise.allSettled(this.sockets.values())) {
      if (socket.status === 'fulfilled') socket.value.disconnect();
    }
  }

  /** All frames of an identity share a socket. After a disconnect the next frame opens a new one. */
  private socketOf(as: 'user' | 'operator'): Promise<Socket> {
    const open = this.sockets.get(as) ?? this.connect(as);
    this.sockets.set(as, open);
    return open;
  }

  private async connect(as: 'user' | 'operator'): Promise<Socket> {
    const token = as === 'user' ? this.access.token : this.access.operatorToken;
    const socket = io(this.access.api, {
      path: '/socket.io',
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('disconnect', () => this.sockets.delete(as));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The socket did not connect')), CONNECTED_WITHIN_MS);
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.once('connect_error', reject);
    });
    return socket;
  }
}

function statusOf(code: string): number {
  return code === 'internal_error' ? 500 : 400;
}
