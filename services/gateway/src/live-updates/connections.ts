import type { Socket } from 'socket.io';

/** The engine.io connection that carries a socket. */
export type Connection = Socket['conn'];

/** How long a client that is being closed may take to read why, milliseconds. */
const LINGER_MS = 1_000;

/** What engine.io's types keep to themselves: the WebSocket below a transport. Polling has none. */
interface WebSocketTransport {
  socket?: { on(event: 'ping', listener: () => void): void; pause(): void; terminate(): void };
}

function webSocketOf(connection: Connection) {
  return (connection.transport as unknown as WebSocketTransport).socket;
}

/** Calls on each ping frame of the WebSocket protocol, which engine.io does not see and `ws` answers by itself. */
export function onPing(connection: Connection, listener: () => void): void {
  webSocketOf(connection)?.on('ping', listener);
}

/** Closes a connection; nothing more is read of it, and who does not take the last words loses them. */
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
