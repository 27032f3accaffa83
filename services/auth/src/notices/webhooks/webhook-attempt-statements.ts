import { MAX_FAILING_DAYS } from '@luit/contracts/auth/webhook-limits';
import type { WebhookAttempt } from '@luit/contracts/auth/webhooks';
import type { DataSource } from 'typeorm';
import type { LockedRows } from './webhook-attempt-batcher';

interface RecordedAttempt {
  deliveryId: string;
  endpointId: string;
  /** Since it was queued or replayed. */
  attempts: number;
}

interface RecordedFailure extends RecordedAttempt {
  failingForTooLong: boolean;
}

/** The attempts as arrays, one per column. */
type Columns = [
  ids: string[],
  statuses: (number | null)[],
  durations: number[],
  responses: string[],
  errors: unknown[],
];

/**
 * SQL: the attempts that this statement records, as `attempt`, and the endpoints that it changes. An attempt is left out if its delivery or
 * such an endpoint cannot be locked. Locks each delivery before its endpoint.
 *
 * @param condition of deliveries `d` that can be attempted
 * @param changesEndpoint whether the attempt changes its endpoint `e`
 */
const lockSql = (condition: string, changesEndpoint: string, lockedRows: LockedRows) => `
  WITH locked AS (
    SELECT d.id, d.endpoint_id, ${changesEndpoint} AS changes_endpoint
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
     WHERE d.id = ANY ($1) AND ${condition} FOR NO KEY UPDATE OF d ${lockedRows}
  ), changed AS (
    SELECT id FROM webhook_endpoints WHERE id IN (SELECT endpoint_id FROM locked WHERE changes_endpoint)
       FOR NO KEY UPDATE ${lockedRows}
  ), attempt AS (
    SELECT item.* FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[]) WITH ORDINALITY
             AS item (id, status, duration_ms, response, error, position) JOIN locked USING (id)
     WHERE NOT changes_endpoint OR endpoint_id IN (SELECT id FROM changed)
  )`;

/** SQL: sets the columns that describe the last attempt. */
const SET_LAST_ATTEMPT = `
  attempts = d.attempts + 1, attempted_at = now(), status = attempt.status, duration_ms = attempt.duration_ms,
  response = attempt.response, error = attempt.error`;

/** An endpoint need not remember each of its successes. */
const CHANGES_ENDPOINT = `
  (e.failing_since IS NOT NULL OR e.delivered_at IS NULL OR e.delivered_at < now() - interval '1 minute')`;

const recordSuccessesSql = (lockedRows: LockedRows) => `
  ${lockSql('d.delivered_at IS NULL', CHANGES_ENDPOINT, lockedRows)}, delivery AS (
    UPDATE webhook_deliveries d SET ${SET_LAST_ATTEMPT}, due_at = NULL, delivered_at = now(), failed_at = NULL
      FROM attempt WHERE d.id = attempt.id RETURNING d.id, d.endpoint_id, d.attempts
  ), endpoint AS (
    UPDATE webhook_endpoints e SET delivered_at = now(), failing_since = NULL, last_error = NULL
      FROM changed WHERE e.id = changed.id
  )
  SELECT id AS "deliveryId", endpoint_id AS "endpointId", attempts FROM delivery`;

/** $6: milliseconds between the attempts. */
const recordFailuresSql = (lockedRows: LockedRows) => `
  ${lockSql('d.due_at IS NOT NULL', 'true', lockedRows)}, delivery AS (
    UPDATE webhook_deliveries d SET ${SET_LAST_ATTEMPT},
           due_at = now() + ($6::bigint[])[d.attempts + 1] * interval '1 millisecond',
           failed_at = CASE WHEN d.attempts + 1 > cardinality($6::bigint[]) THEN now() END
      FROM attempt WHERE d.id = attempt.id RETURNING d.id, d.endpoint_id, d.attempts, d.error, attempt.position
  ), latest AS (
    SELECT DISTINCT ON (endpoint_id) endpoint_id, error FROM delivery ORDER BY endpoint_id, position DESC
  ), endpoint AS (
    UPDATE webhook_endpoints e SET last_error = latest.error, failing_since = coalesce(failing_since, now())
      FROM latest WHERE e.id = endpoint_id
    RETURNING e.id, e.off_at IS NULL AND e.failing_since < now() - interval '${MAX_FAILING_DAYS} days' AS failing_for_too_long
  )
  SELECT delivery.id AS "deliveryId", endpoint_id AS "endpointId", attempts, failing_for_too_long AS "failingForTooLong"
    FROM delivery JOIN endpoint ON endpoint.id = endpoint_id`;

/** Idempotent. */
export function recordSuccesses(
  database: DataSource,
  attempts: WebhookAttempt[],
  lockedRows: LockedRows,
): Promise<RecordedAttempt[]> {
  return database.query<RecordedAttempt[]>(recordSuccessesSql(lockedRows), columnsOf(attempts));
}

/** @param retriesMs milliseconds between the attempts; a delivery has failed after one attempt more */
export function recordFailures(
  database: DataSource,
  attempts: WebhookAttempt[],
  retriesMs: number[],
  lockedRows: LockedRows,
): Promise<RecordedFailure[]> {
  return database.query<RecordedFailure[]>(recordFailuresSql(lockedRows), [...columnsOf(attempts), retriesMs]);
}

function columnsOf(attempts: WebhookAttempt[]): Columns {
  return [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ status }) => status),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ response }) => response),
    attempts.map(({ error }) => error),
  ];
}
