import type { Client } from 'pg';

const BATCH = 1_000;

/** The Redis generation into which the whole outbox was last relayed. */
export async function readGeneration(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ generation: string | null }>(
    `SELECT redis_generation AS generation FROM relay_state`,
  );
  return rows[0]?.generation ?? null;
}

export async function storeGeneration(client: Client, generation: string): Promise<void> {
  await client.query(
    `UPDATE relay_state SET redis_emptied_at = CASE WHEN redis_generation IS NOT NULL THEN now() END, redis_generation = $1`,
    [generation],
  );
}

/**
 * Marks the next rows of the last 24 hours as not relayed.
 *
 * @param after the `seq` of the last row of the batch before
 * @returns the `seq` of the last row, null if none is left
 */
export async function replayBatch(client: Client, after: string): Promise<{ last: string | null; count: number }> {
  const { rows } = await client.query<{ last: string | null; count: number }>(
    `WITH batch AS (
       SELECT seq FROM outbox WHERE seq > $1 AND relayed_at IS NOT NULL AND created_at > now() - interval '24 hours'
        ORDER BY seq LIMIT ${BATCH}
     ), replayed AS (
       UPDATE outbox o SET relayed_at = NULL FROM batch WHERE o.seq = batch.seq
     )
     SELECT max(seq) AS last, count(*)::int AS count FROM batch`,
    [after],
  );
  return rows[0] ?? { last: null, count: 0 };
}
