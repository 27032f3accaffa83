import type { Client, QueryResult } from 'pg';

export interface OutboxRow {
  seq: string;
  id: string;
  kind: 'event' | 'push' | 'job';
  name: string;
  payload: unknown;
  options: { delayMs?: number; priority?: number } | null;
  correlation: string | null;
  /** Seconds since the row was written. */
  age: string;
}

export const MAX_BATCH = 200;

const TAKE = `SELECT *, extract(epoch FROM now() - created_at) AS age FROM take_outbox_batch(${MAX_BATCH})`;

/**
 * Begins a transaction and takes the oldest rows in it, in one round trip. The rows stay locked until the transaction ends: a
 * relay that dies before the commit leaves them to the next one, which relays them again.
 *
 * @param isOpen whether the transaction of an earlier batch is open, which the same round trip commits
 */
export async function takeBatch(client: Client, isOpen: boolean): Promise<OutboxRow[]> {
  // The answer to several statements in one text is a list of results.
  const results = (await client.query(
    `${isOpen ? 'COMMIT;' : ''} BEGIN; ${TAKE}`,
  )) as unknown as QueryResult<OutboxRow>[];
  return results.at(-1)?.rows ?? [];
}

export async function hasWaitingRows(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(
    `SELECT EXISTS (SELECT FROM outbox WHERE relayed_at IS NULL) AS answer`,
  );
  return rows[0]?.answer ?? false;
}

/**
 * Deletes rows of jobs that can no longer be relayed again, and inbox entries of events that can no longer arrive again. The
 * reconciler deletes the rows of events.
 */
export async function deleteOldRows(client: Client): Promise<void> {
  await client.query(
    `DELETE FROM outbox WHERE kind <> 'event' AND relayed_at IS NOT NULL AND created_at < now() - interval '25 hours'`,
  );
  await client.query(`DELETE FROM inbox WHERE handled_at < now() - interval '3 days'`);
}
