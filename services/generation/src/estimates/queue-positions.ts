import { LAST_QUEUE_POSITION } from '@luit/contracts/generation/limits';
import type { EntityManager } from 'typeorm';
import type { RequestEntity } from '../request-rows/request.entity';
import { AT_PROVIDER, statesSql } from '../request-rows/request-states';

/** Further jobs of the same user are not counted, which bounds the cost of the query. */
const MAX_OWN_AHEAD = 1_000;

/** SQL for the position of request `r` in its provider's queue, 1 being next and LAST_QUEUE_POSITION the last one. */
export const POSITION_SQL = `
  (SELECT count(*)::int + 1 FROM (
     SELECT 1 FROM requests ahead
      WHERE ahead.state = 'pending' AND ahead.provider = r.provider AND (ahead.priority, ahead.id) < (r.priority, r.id)
      LIMIT ${LAST_QUEUE_POSITION - 1}) AS others)`;

/**
 * SQL for how many jobs of the same user, at any provider, have to finish before request `r` can start; 0 if the user has a
 * free slot. `userConcurrency` is SQL.
 */
export function ownAheadSql(userConcurrency: string): string {
  return `
  (SELECT greatest(0, count(*) + 1 - ${userConcurrency})::int FROM (
     SELECT 1 FROM requests own
      WHERE own.user_id = r.user_id AND own.id <> r.id
        AND (own.state IN (${statesSql(AT_PROVIDER)})
             OR own.state = 'pending' AND (own.priority, own.id) < (r.priority, r.id))
      LIMIT ${MAX_OWN_AHEAD}) AS mine)`;
}

export interface QueuePosition {
  /** In the provider's queue. */
  position: number;
  /** Jobs of the same user that have to finish first. */
  ownAhead: number;
}

/** Positions of the pending requests among `rows`. */
export async function queuePositions(
  manager: EntityManager,
  rows: RequestEntity[],
  userConcurrency: number,
): Promise<Map<string, QueuePosition>> {
  const waiting = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  if (waiting.length === 0) return new Map();
  const positions: ({ id: string } & QueuePosition)[] = await manager.query(
    `SELECT r.id, ${POSITION_SQL} AS position, ${ownAheadSql('$2::int')} AS "ownAhead" FROM requests r WHERE r.id = ANY($1)`,
    [waiting, userConcurrency],
  );
  return new Map(positions.map(({ id, ...position }) => [id, position]));
}
