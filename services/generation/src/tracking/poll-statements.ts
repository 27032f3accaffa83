import type { StrayTasks } from '@luit/contracts/generation/provider-tasks';
import type { EntityManager } from 'typeorm';
import type { RequestEntity } from '../request-rows/request.entity';
import { CHECK_DUE } from '../providers/provider-health.service';
import type { TaskRow } from '../provider-tasks/provider-task-builder';
import { statesSql, TRACKED } from '../request-rows/request-states';

const TRACKED_SQL = `state IN (${statesSql(TRACKED)})`;
const FREE_SQL = `(lease_expires_at IS NULL OR lease_expires_at <= now())`;

/** A claimed row: the columns that a poll needs. */
export interface ClaimedPoll extends TaskRow, Pick<RequestEntity, 'id' | 'lease' | 'cancelRequested' | 'correlation'> {
  externalId: string;
  isPastDeadline: boolean;
  others: StrayTasks;
  /** The row changed after the statement began, so that `others` may be incomplete. */
  isOutdated: boolean;
}

/** The stray tasks of request `r`: duplicates that are not stopped, and unread callbacks. */
const OTHERS = `jsonb_build_object(
  'cancel', ARRAY(SELECT t.external_id FROM provider_tasks t
                   WHERE t.request_id = r.id AND t.provider = r.provider AND t.status = 'duplicate'),
  'events', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.event_id, 'headers', e.headers, 'rawBody', e.raw_body)
                      ORDER BY e.id), '[]') FROM provider_events e
              WHERE e.request_id = r.id AND e.provider = r.provider AND e.read_at IS NULL))`;

/**
 * Claims at most $1 due polls for worker $2 with a lease of $3 milliseconds, and returns when the next one is due. Each provider has its
 * own scan, so that a paused one with thousands of due polls costs nothing.
 *
 * `due` locks the latest version of each row, but the statement reads everything else as of its start, so it misses a callback that was
 * stored in between. Such a callback has changed the row.
 */
const CLAIM = `
  WITH RECURSIVE found AS (
    (SELECT provider FROM requests WHERE ${TRACKED_SQL} ORDER BY provider LIMIT 1)
    UNION ALL
    SELECT (SELECT r.provider FROM requests r WHERE r.${TRACKED_SQL} AND r.provider > found.provider
             ORDER BY r.provider LIMIT 1) FROM found WHERE found.provider IS NOT NULL
  ), tracked AS (
    SELECT provider, coalesce(h.paused_until, '-infinity') AS paused_until
      FROM found LEFT JOIN provider_health h USING (provider) WHERE provider IS NOT NULL
  ), due AS MATERIALIZED (
    SELECT poll.id, poll.updated_at FROM tracked CROSS JOIN LATERAL (
      SELECT id, next_poll_at, updated_at FROM requests
       WHERE provider = tracked.provider AND ${TRACKED_SQL} AND next_poll_at <= now() AND ${FREE_SQL}
       ORDER BY next_poll_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS poll
     WHERE tracked.paused_until <= now() ORDER BY poll.next_poll_at LIMIT $1
  ), claimed AS (
    UPDATE requests r
       SET lease = r.lease + 1, lease_expires_at = now() + $3 * interval '1 millisecond', worker_id = $2,
           promote_requested = false, updated_at = now()
      FROM due WHERE r.id = due.id
    RETURNING r.id, r.lease, r.provider, r.model, r.model_revision AS "modelRevision", r.color_model AS "colorModel", r.colored_key AS "coloredKey",
              r.type, r.prompt, r.duration, r.resolution, r.restore, r.options, r.image_key AS "imageKey",
              r.last_image_key AS "lastImageKey", r.reference_keys AS "referenceKeys", r.client_ref AS "clientRef", r.external_id AS "externalId",
              r.cancel_requested AS "cancelRequested", r.correlation,
              coalesce(r.deadline_at <= now(), false) AS "isPastDeadline",
              ${OTHERS} AS others,
              due.updated_at <> (SELECT seen.updated_at FROM requests seen WHERE seen.id = r.id) AS "isOutdated"
  )
  SELECT (SELECT coalesce(jsonb_agg(claimed), '[]') FROM claimed) AS polls,
         EXISTS (SELECT FROM tracked) AS "isTracking",
         EXISTS (SELECT FROM provider_health WHERE ${CHECK_DUE}) AS "isCheckDue",
         (SELECT extract(epoch FROM min(greatest(next.next_poll_at, tracked.paused_until)) - now()) * 1000
            FROM tracked CROSS JOIN LATERAL (
              SELECT next_poll_at FROM requests
               WHERE provider = tracked.provider AND ${TRACKED_SQL} AND ${FREE_SQL} AND id NOT IN (SELECT id FROM due)
               ORDER BY next_poll_at LIMIT 1) AS next)::float8 AS "dueInMs"`;

/**
 * @returns the claimed polls, the milliseconds until the next one is due (null if no job is being tracked), and whether a check of
 *   a provider is due
 */
export async function claimDuePolls(
  manager: EntityManager,
  { limit, workerId, leaseMs }: { limit: number; workerId: string; leaseMs: number },
): Promise<{ polls: ClaimedPoll[]; nextPollMs: number | null; isCheckDue: boolean }> {
  const [{ polls, isTracking, isCheckDue, dueInMs }] = (await manager.query(CLAIM, [limit, workerId, leaseMs])) as [
    { polls: ClaimedPoll[]; isTracking: boolean; isCheckDue: boolean; dueInMs: number | null },
  ];
  // A worker looks again after the duration of a lease at the latest, in case the others' leases expire.
  const nextPollMs = isTracking ? Math.min(Math.max(0, Math.ceil(dueInMs ?? leaseMs)), leaseMs) : null;
  return { polls, nextPollMs, isCheckDue };
}

/** Ends leases of polls that are not made now; the polls stay due. */
export async function releasePolls(manager: EntityManager, polls: Pick<ClaimedPoll, 'id' | 'lease'>[]): Promise<void> {
  await manager.query(
    `UPDATE requests r SET lease_expires_at = NULL
       FROM unnest($1::uuid[], $2::bigint[]) AS poll (id, lease) WHERE r.id = poll.id AND r.lease = poll.lease`,
    [polls.map(({ id }) => id), polls.map(({ lease }) => lease)],
  );
}

/** The stray tasks of several requests as of now. */
export async function readOthers(manager: EntityManager, requestIds: string[]): Promise<Map<string, StrayTasks>> {
  if (requestIds.length === 0) return new Map();
  const rows: { id: string; others: StrayTasks }[] = await manager.query(
    `SELECT r.id, ${OTHERS} AS others FROM requests r WHERE r.id = ANY($1)`,
    [requestIds],
  );
  return new Map(rows.map(({ id, others }) => [id, others]));
}

/** SQL: tracked jobs that have been due for polling for longer than `graceMs` milliseconds at a provider that is not paused. */
export function overduePolls(graceMs: number): string {
  const limit = `now() - ${graceMs} * interval '1 millisecond'`;
  return `SELECT FROM requests r
    WHERE ${TRACKED_SQL} AND next_poll_at < ${limit} AND (lease_expires_at IS NULL OR lease_expires_at < ${limit})
      AND NOT EXISTS (SELECT FROM provider_health h WHERE h.provider = r.provider AND h.paused_until > ${limit})`;
}

export async function countOverduePolls(manager: EntityManager, graceMs: number): Promise<number> {
  const [{ overdue }] = (await manager.query(
    `SELECT count(*)::int AS overdue FROM (${overduePolls(graceMs)}) AS overdue`,
  )) as [{ overdue: number }];
  return overdue;
}
