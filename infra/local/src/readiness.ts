import { connect } from 'node:net';
import { Client } from 'pg';

/** Longer than any healthy answer, short enough to ask again soon. */
const ANSWER_MS = 2_000;

/** Whether the URL answers with a 2xx. */
export async function isHttpReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}

/** Whether Redis lets the URL's user in and answers PING, which it refuses while it loads its data. */
export function isRedisReady(url: string): Promise<boolean> {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, timeout: ANSWER_MS });
    let heard = '';
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once('connect', () => socket.write(`AUTH ${username} ${password}\r\nPING\r\n`));
    socket.on('data', (answer) => {
      heard += answer.toString();
      if (heard.split('\r\n').length > 2) finish(heard.startsWith('+OK\r\n+PONG'));
    });
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

/** Whether Postgres runs a query, which it refuses while it recovers from a crash. */
export async function isPostgresReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false; // not listening yet, or recovering
  } finally {
    await client.end();
  }
}
