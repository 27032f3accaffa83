import type { Client } from 'pg';
import { sharedColumns } from './request-copies';

/**
 * Copies one waiting request of a user so many times, each with its queue entry, as if that user had asked as often: in
 * seconds instead of many minutes. The copies have no hold of their own; when one ends, billing notes a release that
 * found none.
 *
 * @param isFair each further one later in line, as it is for one user; else all alike, in the order of their arrival
 */
export async function multiply(database: Client, requestId: string, times: number, isFair: boolean): Promise<void> {
  const same = await sharedColumns(database, ['priority']);
  await database.query(
    `WITH made AS (
       INSERT INTO generation.requests (client_ref, priority, ${same})
       SELECT gen_random_uuid()::text, CASE WHEN $3 THEN i + 1 ELSE 1 END, ${same}
         FROM generation.requests, generate_series(1, $2::int) AS i WHERE id = $1
       RETURNING id, priority
     ) INSERT INTO generation.outbox (kind, name, payload, options)
       SELECT 'job', 'submit', jsonb_build_object('id', id), jsonb_build_object('priority', priority) FROM made ORDER BY id`,
    [requestId, times, isFair],
  );
}
