import { firstIdOf } from '@luit/platform/retention/expired-rows';

/** Clocks of processes differ less. */
const TOLERANCE = `interval '5 minutes'`;

/** SQL: where a replay of the deliveries since this time begins. */
export function firstPositionSince(time: string): string {
  return firstIdOf(`${time} - ${TOLERANCE}`);
}

/** SQL to join: the finished deliveries `d` that a replay `r` has not reached yet. Ids contain a time, so the id range finds them. */
export const REPLAYED_DELIVERIES = `
  webhook_deliveries d ON d.endpoint_id = r.endpoint_id AND d.id > r.position
   AND d.id < ${firstIdOf(`(least(r.to_time, r.created_at) + ${TOLERANCE})`)}
   AND d.created_at >= r.from_time AND d.created_at < least(r.to_time, r.created_at)
   AND d.due_at IS NULL AND (d.failed_at IS NOT NULL OR NOT r.only_failed)`;
