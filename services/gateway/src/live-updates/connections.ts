import type { Socket } from 'socket.io';

/** The engine.io connection that carries a socket. */
export type Connection = Socket['conn'];

/** How long a client may take to read the last packet before its connection is terminated, milliseconds. */
const LINGER_MS = 1_000;

/** The WebSocket of a transport, which engine.io's types omit. Polling transports have none. */
interface WebSocketTransport {
  socket?: { on(event: 'ping', listener: () => void): void; pause(): void; terminate(): void };
}

function webSocketOf(connection: Connection) {
  return (connection.transport as unknown as WebSocketTransport).socket;
}

/** Calls the listener for each WebSocket ping frame, which `ws` answers without telling engine.io. */
export function onPing(connection: Connection, listener: () => void): void {
  webSocketOf(connection)?.on('ping', listener);
}

/** Closes a connection. Nothing more is read from it, and unread packets are dropped after a second. */
export function endConnection(connection: Connection, socket: Socket | undefined): void {
  const webSocket = webSocketOf(connection);
  if (socket) socket.disconnect(true);
  else connection.close();
  webSocket?.pause();
  setTimeout(() => {
    connection.close(true);
    webSocket?.terminate();
  }, LINGER_MS).unref();
}
