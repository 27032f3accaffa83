import { connect } from 'node:net';
import { Client } from 'pg';

const TIMEOUT_MS = 2_000;

/** Whether the URL responds with 2xx. */
export async function isHttpReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}

/** Whether Redis accepts the URL's user and answers PING, which it refuses while it loads its data. */
export function isRedisReady(url: string): Promise<boolean> {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, timeout: TIMEOUT_MS });
    let received = '';
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(`AUTH ${username} ${password}\r\nPING\r\n`));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.split('\r\n').length > 2) finish(received.startsWith('+OK\r\n+PONG'));
    });
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

/**
 * Whether Postgres runs a query, which it refuses during crash recovery.
 *
 * @param query another one for PgBouncer, whose console does not know SELECT
 */
export async function isPostgresReady(url: string, query = 'SELECT 1'): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  // A server that stops meanwhile also closes the connection, which the query reports.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(query);
    return true;
  } catch {
    return false; // not listening yet, or recovering
  } finally {
    await client.end();
  }
}
