import { connect } from 'node:net';
import { Client, type QueryResultRow } from 'pg';

const TIMEOUT_MS = 2_000;

/** The response header in which a process says who answers: another program may have taken its port. */
const PROCESS_ID_HEADER = 'luit-process-id';

/**
 * Whether the URL responds with 2xx.
 *
 * @param pid of the process that must have answered; without it, any may
 */
export async function isHttpReady(url: string, pid?: number): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok && (pid === undefined || response.headers.get(PROCESS_ID_HEADER) === String(pid));
  } catch {
    return false; // not listening yet
  }
}

/**
 * Whether the Redis with this pid accepts the URL's user and answers PING, which it refuses while it loads its data. A copied data
 * folder has the same passwords, so they do not tell two servers apart.
 */
export function isRedisReady(url: string, pid: number): Promise<boolean> {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, timeout: TIMEOUT_MS });
    let received = '';
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(`AUTH ${username} ${password}\r\nPING\r\nINFO server\r\n`));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (received.includes('\r\n-')) finish(false);
      const [, processId] = /\r\nprocess_id:(\d+)\r\n/.exec(received) ?? [];
      if (processId) finish(received.startsWith('+OK\r\n+PONG\r\n') && Number(processId) === pid);
    });
    socket.once('timeout', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

/**
 * Whether the Postgres of this data folder runs a query, which it refuses during crash recovery. A copied folder has the same
 * passwords, so they do not tell two servers apart.
 */
export async function isPostgresReady(url: string, dataDir: string): Promise<boolean> {
  const [setting] = await rowsOf<{ data_directory: string }>(url, 'SHOW data_directory');
  return setting?.data_directory === dataDir;
}

/** Whether the PgBouncer with this file of users answers at its console, which does not know SELECT. */
export async function isPgbouncerReady(consoleUrl: string, authFile: string): Promise<boolean> {
  const settings = await rowsOf<{ key: string; value: string }>(consoleUrl, 'SHOW CONFIG');
  return settings.some(({ key, value }) => key === 'auth_file' && value === authFile);
}

/** The rows of a query; none while the server does not accept it. */
async function rowsOf<Row extends QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  // A server that stops meanwhile also closes the connection, which the query reports.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows;
  } catch {
    return []; // not listening yet, or recovering
  } finally {
    await client.end();
  }
}
