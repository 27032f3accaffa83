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

export const HAS_WAITING_ROWS = `EXISTS (SELECT FROM outbox WHERE relayed_at IS NULL)`;

const TAKE = `SELECT *, extract(epoch FROM now() - created_at) AS age FROM take_outbox_batch(${MAX_BATCH})`;

/**
 * Begins a transaction and takes the oldest rows in it, in one round trip. The rows stay locked until the transaction ends: a
 * relay that dies before the commit leaves them to the next one, which relays them again.
 *
 * @param relayed rows that were taken before and are published now: the same round trip marks them and commits
 */
export async function takeBatch(client: Client, relayed?: readonly OutboxRow[]): Promise<OutboxRow[]> {
  // The answer to several statements in one text is a list of results.
  const text = `${relayed ? endOf(relayed) : ''} BEGIN; ${TAKE}`;
  const results = (await rollingBack(client, text)) as unknown as QueryResult<OutboxRow>[];
  return results.at(-1)?.rows ?? [];
}

/** Marks rows as published and commits the transaction in which they were taken. */
export async function endBatch(client: Client, relayed: readonly OutboxRow[]): Promise<void> {
  await rollingBack(client, endOf(relayed));
}

function endOf(relayed: readonly OutboxRow[]): string {
  const mark = `SELECT mark_outbox_batch('{${relayed.map(({ seq }) => seq).join()}}');`;
  return `${relayed.length > 0 ? mark : ''} COMMIT;`;
}

/** A statement that fails leaves its transaction open, and with it the locks. */
async function rollingBack(client: Client, text: string): Promise<QueryResult> {
  try {
    return await client.query(text);
  } catch (error) {
    if ((error as { severity?: string }).severity === 'ERROR') await client.query('ROLLBACK');
    throw error;
  }
}
