import type { Client } from 'pg';
import { sharedColumns } from './request-copies';

/**
 * Copies a waiting request of a user, as if the user had sent it `times` more times, in seconds instead
 * of minutes. The copies have no hold; when one finishes, billing records a release that found none.
 *
 * @param isFair whether each copy gets a lower priority, as fair scheduling does; otherwise all have the same priority
 * @param copied earlier copies of the request
 */
export async function multiply(
  database: Client,
  requestId: string,
  times: number,
  isFair: boolean,
  copied = 0,
): Promise<void> {
  const same = await sharedColumns(database, ['priority', 'dispatched_at']);
  await database.query(
    `INSERT INTO generation.requests (client_ref, priority, ${same})
     SELECT gen_random_uuid()::text, CASE WHEN $3 THEN $4 + i + 1 ELSE 1 END, ${same}
       FROM generation.requests, generate_series(1, $2::int) AS i WHERE id = $1`,
    [requestId, times, isFair, copied],
  );
}
