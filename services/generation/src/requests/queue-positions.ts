import type { EntityManager } from 'typeorm';
import type { RequestEntity } from './request.entity';
import { AT_PROVIDER, statesSql } from './request-states';

/** Places further back are all shown as this one, so that looking costs the same in any queue. */
export const LAST_POSITION = 1_000;

/** SQL for the place of request `r`, 1 being next; jobs of other providers do not wait in the same queue. */
export const POSITION_SQL = `
  (SELECT count(*)::int + 1 FROM (
     SELECT 1 FROM requests ahead
      WHERE ahead.state = 'pending' AND ahead.provider = r.provider AND (ahead.priority, ahead.id) < (r.priority, r.id)
      LIMIT ${LAST_POSITION - 1}) AS others)`;

/**
 * SQL for how many of the same owner's jobs, at any provider, have to end before request `r` may begin; 0 where its
 * owner has a place left. `userConcurrency` is SQL.
 */
export function ownAheadSql(userConcurrency: string): string {
  return `
  (SELECT greatest(0, count(*) + 1 - ${userConcurrency})::int FROM (
     SELECT 1 FROM requests own
      WHERE own.user_id = r.user_id AND own.id <> r.id
        AND (own.state IN (${statesSql(AT_PROVIDER)})
             OR own.state = 'pending' AND (own.priority, own.id) < (r.priority, r.id))
      LIMIT ${LAST_POSITION}) AS mine)`;
}

/** Where a pending request stands in its provider's queue, and behind its owner's own jobs. */
export interface QueuePlace {
  position: number;
  ownAhead: number;
}

/** Places of those that are pending. */
export async function queuePlaces(
  manager: EntityManager,
  rows: RequestEntity[],
  userConcurrency: number,
): Promise<Map<string, QueuePlace>> {
  const waiting = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  if (waiting.length === 0) return new Map();
  const found: ({ id: string } & QueuePlace)[] = await manager.query(
    `SELECT r.id, ${POSITION_SQL} AS position, ${ownAheadSql('$2::int')} AS "ownAhead" FROM requests r WHERE r.id = ANY($1)`,
    [waiting, userConcurrency],
  );
  return new Map(found.map(({ id, ...place }) => [id, place]));
}
