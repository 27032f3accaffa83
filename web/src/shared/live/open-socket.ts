import { loadPart } from '../../lib/load-part';
import type { LiveOptions, LiveSocket } from './live-connection';

/** Longest delay between reconnection attempts, so that clients do not flood a gateway that refuses them. */
const RECONNECT_MAX_MS = 30_000;

/** Loads the socket client on first use. */
export async function openSocket(options: LiveOptions): Promise<LiveSocket> {
  const { io } = await loadPart(() => import('socket.io-client'));
  // WebSocket first, because starting with polling takes five round trips instead of one. Polling is the fallback.
  return io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    ...options,
  }) as LiveSocket;
}
