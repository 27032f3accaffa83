import { setTimeout as pause } from 'node:timers/promises';
import { postgresClient } from '../postgres-client';

const RETRY_MS = 200;

/** The row that a hanging transaction locks, by service. */
const LOCKED_ROWS = {
  billing: 'SELECT FROM billing.accounts ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED',
  generation:
    'SELECT FROM generation.requests WHERE completed_at IS NULL ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED',
};
export type LockedService = keyof typeof LOCKED_ROWS;

/**
 * Locks the row of one account or of one unfinished job, as a transaction does that hangs.
 *
 * @throws Error if Postgres is stopped meanwhile, which ends the lock
 */
export async function lockRow(url: string, service: LockedService, forMs: number): Promise<void> {
  const client = postgresClient(url);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query(LOCKED_ROWS[service]);
    await pause(forMs);
  } finally {
    await client.end();
  }
}

/** Postgres refuses every write with 25006, as a replica does. */
export async function makeReadOnly(url: string, forMs: number): Promise<void> {
  await setReadOnly(url, 'on');
  await pause(forMs);
  await setReadOnly(url, 'off');
}

/** Tries again until Postgres has the setting: another fault may have stopped it. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  while (!(await alterSystem(url, `default_transaction_read_only = ${value}`))) await pause(RETRY_MS);
}

async function alterSystem(url: string, setting: string): Promise<boolean> {
  const client = postgresClient(url);
  try {
    await client.connect();
    await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    return true;
  } catch {
    return false; // not listening, or recovering
  } finally {
    await client.end();
  }
}
