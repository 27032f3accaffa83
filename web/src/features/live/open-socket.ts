import type { LiveOptions, LiveSocket } from './live-connection';

/** Loads the socket client when the first signed-in page needs it, not before. */
export async function openSocket(options: LiveOptions): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  return io(options) as LiveSocket;
}
