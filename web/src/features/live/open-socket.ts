import type { LiveOptions, LiveSocket } from './live-connection';

/** The longest pause between two attempts, milliseconds: a gateway that refuses an address is not hammered. */
const RECONNECT_MAX_MS = 30_000;

/** Loads the socket client when the first signed-in page needs it, not before. */
export async function openSocket(options: LiveOptions): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  // A WebSocket at once, which is one handshake where polling first takes five; polling where something in between bars it.
  return io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    ...options,
  }) as LiveSocket;
}
