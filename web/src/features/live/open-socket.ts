import type { LiveOptions, LiveSocket } from './live-connection';

/** Loads the socket client when the first signed-in page needs it, not before. */
export async function openSocket(options: LiveOptions): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  // A WebSocket at once, which is one handshake where polling first takes five; polling where something in between bars it.
  return io({ transports: ['websocket', 'polling'], tryAllTransports: true, ...options }) as LiveSocket;
}
