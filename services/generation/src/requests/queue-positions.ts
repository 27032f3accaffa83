import type { EntityManager } from 'typeorm';
import type { RequestRow } from './request.entity';

/** Places further back are all shown as this one, so that looking costs the same in any queue. */
export const LAST_POSITION = 1_000;

/** SQL for the place of request `r`, 1 being next; jobs of other providers do not wait in the same queue. */
export const POSITION_SQL = `
  (SELECT count(*)::int + 1 FROM (
     SELECT 1 FROM requests ahead
      WHERE ahead.state = 'pending' AND ahead.provider = r.provider AND (ahead.priority, ahead.id) < (r.priority, r.id)
      LIMIT ${LAST_POSITION - 1}) AS others)`;

/** Places of those that are pending. */
export async function queuePositions(manager: EntityManager, rows: RequestRow[]): Promise<Map<string, number>> {
  const waiting = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  if (waiting.length === 0) return new Map();
  const found: { id: string; position: number }[] = await manager.query(
    `SELECT r.id, ${POSITION_SQL} AS position FROM requests r WHERE r.id = ANY($1)`,
    [waiting],
  );
  return new Map(found.map(({ id, position }) => [id, position]));
}
